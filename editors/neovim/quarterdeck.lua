-- Neovim 0.11 or newer: put this into `plugin/`, and `syntax/` beside it, in your configuration.
vim.filetype.add({ extension = { rules = "quarterdeck" } })

vim.lsp.config("quarterdeck", {
  cmd = { "quarterdeck", "lsp" },
  filetypes = { "quarterdeck", "yaml" },
  root_dir = function(buffer, found)
    local folder = vim.fs.root(buffer, { "variant.yaml", "ruleset.yaml" })
    if folder then
      found(folder)
    end
  end,
  init_options = { pause = 200 },
})

vim.lsp.enable("quarterdeck")
