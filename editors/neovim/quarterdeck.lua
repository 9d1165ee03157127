-- Neovim 0.7 or newer: put this into `plugin/`, and `syntax/` beside it, in your configuration.
vim.filetype.add({ extension = { rules = "quarterdeck" } })

-- Return the folder of the game or variant around a file.
local function root_of(buffer)
  local folder = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":p:h")
  for _, name in ipairs({ "variant.yaml", "ruleset.yaml" }) do
    local found = vim.fn.findfile(name, vim.fn.escape(folder, " ,;\\") .. ";")
    if found ~= "" then
      return vim.fn.fnamemodify(found, ":p:h")
    end
  end
end

local clients = {}

local function start(buffer)
  local root = root_of(buffer)
  if not root then
    return
  end
  local config = {
    name = "quarterdeck",
    cmd = { "quarterdeck", "lsp" },
    root_dir = root,
    init_options = { pause = 200 },
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  clients[root] = clients[root] or vim.lsp.start_client(config) -- Neovim 0.7
  if clients[root] then
    vim.lsp.buf_attach_client(buffer, clients[root])
  end
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = { "quarterdeck", "yaml" },
  callback = function(event)
    start(event.buf)
  end,
})
