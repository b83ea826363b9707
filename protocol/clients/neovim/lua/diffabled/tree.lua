--- A file tree that follows the disk.
---
---   :lua require("diffabled.tree").open(".")
---
--- <CR> opens and closes a directory, and opens a file in the previous window; / finds files;
--- R reads the disk again; q ends it.
local Disk = require("diffabled.tree.disk")
local Finder = require("diffabled.tree.finder")
local diffabled = require("diffabled")
local errors = require("diffabled.errors")
local paths = require("diffabled.tree.path")

local api = vim.api

local Tree = {}
Tree.__index = Tree

local WIDTH = 32
local MOST_FILES = 50000 -- how many entries are read for finding files, about

local function join(folder, name)
  return folder == "" and name or folder .. "/" .. name
end

---@param root string
---@param options? table those of `connect`
function Tree.open(root, options)
  root = vim.fn.fnamemodify(root, ":p"):gsub("(.)/$", "%1")
  if vim.fn.isdirectory(root) == 0 then
    error(root .. " is no directory.", 0)
  end
  local self = setmetatable({
    root = root,
    expanded = { [""] = true }, -- directories that are open, by their paths in the root
    entries = {}, -- of directories that are read
  }, Tree)
  self.connection = diffabled.connect(options)
  self.list = self.connection:open("files", { document = { sections = { "files" } }, options = { history = 1 } })
  self.disk = Disk.new(function(changed)
    self:refresh(changed)
  end)
  self.connection:on_restart(function()
    self:apply()
  end)
  self:show()
  self:load("")
  self:apply(true)
  return self
end

-- Showing ------------------------------------------------------------------------------------

local function is_directory(row)
  return row.content.kind == "directory"
end

local function line(row)
  local mark = is_directory(row) and (row.expanded and "▾ " or "▸ ") or "  "
  return ("  "):rep(row.level) .. mark .. paths.text_of(row.identifier):match("[^/]*$")
end

local function decorate(buffer, namespace, number, row)
  if is_directory(row) then
    api.nvim_buf_set_extmark(buffer, namespace, number, 0, { end_col = #line(row), hl_group = "Directory" })
  end
end

--- Shows a buffer in the window of the tree.
function Tree:show_buffer(buffer)
  api.nvim_win_set_buf(self.window, buffer)
  local options = { wrap = false, winfixwidth = true, cursorline = true, number = false, signcolumn = "no" }
  for name, value in pairs(options) do
    api.nvim_win_set_option(self.window, name, value)
  end
end

function Tree:show()
  vim.cmd(("topleft %dvsplit"):format(WIDTH))
  self.window = api.nvim_get_current_win()
  self:show_buffer(api.nvim_create_buf(false, true))
  self.view = diffabled.view(self.list, 0, { line = line, decorate = decorate })
  self.buffer = self.view.buffer
  api.nvim_buf_set_name(self.buffer, ("tree://%d%s"):format(self.buffer, self.root))
  for key, act in pairs({ ["<CR>"] = "choose", ["/"] = "find", R = "refresh", q = "close" }) do
    vim.keymap.set("n", key, function()
      self[act](self)
    end, { buffer = self.buffer, nowait = true })
  end
  local group = api.nvim_create_augroup("diffabled_tree_" .. self.buffer, {})
  api.nvim_create_autocmd("FocusGained", {
    group = group,
    callback = function()
      self:refresh()
    end,
  })
  api.nvim_create_autocmd("BufWipeout", {
    group = group,
    buffer = self.buffer,
    callback = function()
      self:stop()
    end,
  })
end

--- Opens or closes the directory at the cursor, or opens the file.
function Tree:choose()
  local row = self.view:row()
  if not row then
    return
  elseif not is_directory(row) then
    return self:edit(row)
  end
  local path = paths.of(row.identifier)
  self.expanded[path] = not self.expanded[path] or nil
  self:load(path)
  self:apply(true)
end

--- A window for files: the previous one, or any that has one.
function Tree.window_for_files()
  for _, window in ipairs({ vim.fn.win_getid(vim.fn.winnr("#")), unpack(api.nvim_tabpage_list_wins(0)) }) do
    if window ~= 0 and api.nvim_buf_get_option(api.nvim_win_get_buf(window), "buftype") == "" then
      return window
    end
  end
end

--- Opens a file in the previous window, or in a new one.
function Tree:edit(row)
  local window = self.window_for_files()
  if window then
    api.nvim_set_current_win(window)
  else
    vim.cmd("botright vnew")
    api.nvim_win_set_width(self.window, WIDTH)
  end
  vim.cmd("edit " .. vim.fn.fnameescape(join(self.root, paths.of(row.identifier))))
end

function Tree:find()
  self:load_all()
  self:apply(true)
  return Finder.open(self)
end

--- Shows the tree again after finding, with the cursor on what was found.
---@param identifier any
function Tree:reveal(identifier)
  self:show_buffer(self.buffer)
  local folder = identifier and paths.of(identifier):match("^(.*)/[^/]*$")
  while folder do
    self.expanded[folder] = true
    folder = folder:match("^(.*)/[^/]*$")
  end
  self.entries = {}
  self:load("")
  self:apply(true)
  local row = identifier and self.list:row(identifier)
  if row then
    self.view:go_to(row)
  end
end

-- Following the disk -------------------------------------------------------------------------

--- Reads a directory if it is open, and those in it that are.
function Tree:load(folder)
  self.entries[folder] = self.expanded[folder] and Disk.entries(self.root .. "/" .. folder) or nil
  for _, entry in ipairs(self.entries[folder] or {}) do
    if entry.kind == "directory" then
      self:load(join(folder, entry.name))
    end
  end
end

--- Reads directories that are closed, too, but for hidden ones and links, breadth first.
function Tree:load_all()
  local folders, count = { "" }, 0
  for _, folder in ipairs(folders) do
    if count > MOST_FILES then
      return errors.report(("Only some %d files are searched."):format(count))
    end
    self.entries[folder] = self.entries[folder] or Disk.entries(self.root .. "/" .. folder)
    for _, entry in ipairs(self.entries[folder] or {}) do
      count = count + 1
      local path = join(folder, entry.name)
      local is_searched = not entry.is_link and entry.name:sub(1, 1) ~= "."
      if entry.kind == "directory" and (is_searched or self.expanded[path]) then
        table.insert(folders, path)
      end
    end
  end
end

--- Reads directories again: all that were, or those that have changed.
---@param changed? table<string, true> by their whole paths
function Tree:refresh(changed)
  local differs = false
  for _, folder in ipairs(vim.tbl_keys(self.entries)) do
    local path, entries = self.root .. "/" .. folder, self.entries[folder]
    if not changed or changed[path] then
      self.entries[folder] = Disk.entries(path)
      differs = differs or not vim.deep_equal(entries, self.entries[folder])
      for _, entry in ipairs(self.entries[folder] or {}) do
        local inner = join(folder, entry.name)
        if self.expanded[inner] and not self.entries[inner] then
          self:load(inner)
        end
      end
    end
  end
  if differs then
    self:apply()
  end
end

--- The items of a directory; `watched` gets the directories that are open.
function Tree:items(folder, watched)
  watched[self.root .. "/" .. folder] = self.expanded[folder]
  local items = {}
  for index, entry in ipairs(self.entries[folder] or {}) do
    local path = join(folder, entry.name)
    items[index] = { id = paths.identifier_of(path), content = { kind = entry.kind } }
    if entry.kind == "directory" and self.entries[path] then
      items[index].expanded = self.expanded[path]
      items[index].children = self:items(path, watched)
    end
  end
  return items
end

--- Makes what was read the list; the daemon finds what has changed. For what the user does it
--- waits, so that the next key is about what is there then.
---@param waits? boolean
function Tree:apply(waits)
  local watched = {}
  local snapshot = { items = self:items("", watched) }
  self.disk:watch(watched)
  local method = "dataSource/applySection"
  local params = { dataSource = "files", section = "files", snapshot = snapshot }
  local function done(failed)
    if failed and not errors.is(failed, "ConnectionLost") then
      errors.report(failed)
    end
  end
  if waits then
    local fine, failed = pcall(self.connection.request, self.connection, method, params)
    done(not fine and failed)
  else
    self.connection:call(method, params, done)
  end
end

-- Ending -------------------------------------------------------------------------------------

function Tree:close()
  vim.cmd("bwipeout! " .. self.buffer)
end

function Tree:stop()
  self.disk:close()
  self.view:close()
  api.nvim_del_augroup_by_name("diffabled_tree_" .. self.buffer)
  vim.schedule(function()
    self.connection:close()
  end)
end

return Tree
