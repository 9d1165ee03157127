// Starts `quarterdeck lsp` and lets VS Code speak with it.
"use strict";

const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function activate(context) {
  const settings = workspace.getConfiguration("quarterdeck");
  const game = settings.get("game", "");
  const server = {
    command: settings.get("command", "quarterdeck"),
    args: game ? ["lsp", game] : ["lsp"],
    transport: TransportKind.stdio,
  };
  const files = workspace.createFileSystemWatcher("**/*.{rules,yaml,yml,csv,lock}");
  context.subscriptions.push(files);
  client = new LanguageClient("quarterdeck", "Quarterdeck", server, {
    documentSelector: [
      { scheme: "file", language: "quarterdeck" },
      { scheme: "file", language: "yaml" },
    ],
    initializationOptions: { pause: settings.get("pause", 200) },
    synchronize: { fileEvents: files },
  });
  return client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
