// A button on each block of code copies it. From a session it copies the commands without their `$ ` and their output.

function commands(text) {
  const found = [];
  let continues = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("$ ")) found.push(line.slice(2));
    else if (continues) found.push(line);
    continues = (line.startsWith("$ ") || continues) && line.endsWith("\\");
  }
  return found.join("\n");
}

document.addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll("div.highlight")) {
    const text = block.querySelector("pre").textContent.trimEnd();
    if (/[┏┃│╭]/.test(text)) block.classList.add("drawn");
    const copied = /^\$ /m.test(text) ? commands(text) : text;
    if (!navigator.clipboard) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(copied);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    block.append(button);
  }
});
