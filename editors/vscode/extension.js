// Starts `quarterdeck lsp` and lets VS Code speak with it.
"use strict";

const { existsSync } = require("fs");
const { join } = require("path");
const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const INSTALLED = process.platform === "win32" ? [".venv", "Scripts", "quarterdeck.exe"] : [".venv", "bin", "quarterdeck"];

let client;

// The program that is set; else that of a virtual environment in the workspace; else the one on the path.
function command(settings) {
  const set = settings.get("command", "");
  if (set) {
    return set;
  }
  const files = (workspace.workspaceFolders || []).map((folder) => join(folder.uri.fsPath, ...INSTALLED));
  return files.find(existsSync) || "quarterdeck";
}

function activate(context) {
  const settings = workspace.getConfiguration("quarterdeck");
  const game = settings.get("game", "");
  const server = {
    command: command(settings),
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
