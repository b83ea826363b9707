--- Files of a tree found by some of their letters, by a live view of its list.
local diffabled = require("diffabled")
local errors = require("diffabled.errors")
local paths = require("diffabled.tree.path")

local api = vim.api

local Finder = {}
Finder.__index = Finder

local MOST = 200 -- how many files are shown
local PLACES = { { from = "identifier" }, { from = "identifier", pointer = "/1" } }

local function line(row)
  return paths.text_of(row.identifier)
end

---@param tree table
function Finder.open(tree)
  local self = setmetatable({ tree = tree, ranges = {} }, Finder)
  api.nvim_set_hl(0, "DiffabledMatch", { link = "Search", default = true })
  self.list = tree.connection:open_view("found", {
    of = "files",
    hidden = true,
    flatten = true,
    where = { pointer = "/kind", equals = "file" },
    window = { limit = MOST },
  })
  tree:show_buffer(api.nvim_create_buf(false, true))
  -- Whole paths are longer than names.
  self.width = api.nvim_win_get_width(tree.window)
  api.nvim_win_set_width(tree.window, math.max(self.width, math.floor(vim.o.columns * 2 / 3)))
  local function decorate(...)
    self:decorate(...)
  end
  self.view = diffabled.view(self.list, 0, { line = line, decorate = decorate, anchor = "top" })
  api.nvim_buf_set_name(self.view.buffer, ("found://%d%s"):format(self.view.buffer, tree.root))
  self:open_prompt()
  return self
end

function Finder:open_prompt()
  vim.cmd("belowright 1new")
  self.prompt = api.nvim_get_current_buf()
  for name, value in pairs({ buftype = "nofile", bufhidden = "wipe", swapfile = false }) do
    api.nvim_buf_set_option(self.prompt, name, value)
  end
  api.nvim_win_set_option(0, "winfixheight", true)
  api.nvim_buf_set_name(self.prompt, ("find://%d"):format(self.prompt))
  local keys = {
    ["<CR>"] = function()
      self:close(true)
    end,
    ["<Esc>"] = function()
      self:close(false)
    end,
    ["<Down>"] = function()
      self:move(1)
    end,
    ["<Up>"] = function()
      self:move(-1)
    end,
  }
  keys["<C-n>"], keys["<C-p>"], keys["<C-c>"] = keys["<Down>"], keys["<Up>"], keys["<Esc>"]
  for key, act in pairs(keys) do
    vim.keymap.set({ "n", "i" }, key, act, { buffer = self.prompt, nowait = true })
  end
  api.nvim_buf_attach(self.prompt, false, {
    on_lines = vim.schedule_wrap(function()
      self:update()
    end),
    on_detach = vim.schedule_wrap(function()
      self:close(false)
    end),
  })
  vim.cmd("startinsert")
end

--- Has the daemon find what is typed.
function Finder:update()
  if self.is_closed then
    return
  end
  local text = api.nvim_buf_get_lines(self.prompt, 0, 1, true)[1]
  local search = { text = text, ["in"] = PLACES, match = "fuzzy", rank = true }
  self.list:update_view({ search = search }, function(failed)
    if failed and not errors.is(failed, "ConnectionLost") then
      errors.report(failed)
    end
  end)
  self:highlight()
end

--- Asks which letters were found, and draws them.
function Finder:highlight()
  local params = { dataSource = "found", from = { 0, 0 }, count = MOST }
  self.tree.connection:call("dataSource/rows", params, function(failed, answer)
    if failed or self.is_closed then
      return
    end
    self.ranges = {}
    for _, found in ipairs(answer.rows) do
      local row, highlight = self.list:row(found.item), (found.highlights or {})[1]
      if row and highlight then
        self.ranges[row] = highlight.ranges
      end
    end
    self.view:draw()
  end)
end

function Finder:decorate(buffer, namespace, number, row)
  for _, range in ipairs(self.ranges[row] or {}) do
    local first, last = unpack(range)
    -- Those of a text that has changed meanwhile are asked for already.
    if last <= #line(row) then
      api.nvim_buf_set_extmark(buffer, namespace, number, first, { end_col = last, hl_group = "DiffabledMatch" })
    end
  end
end

function Finder:move(by)
  local at = api.nvim_win_get_cursor(self.tree.window)[1] + by
  local last = math.max(1, #self.list:rows())
  api.nvim_win_set_cursor(self.tree.window, { math.max(1, math.min(at, last)), 0 })
end

--- Brings the tree back, with the cursor on the file that was chosen; opens it if that is wanted.
function Finder:close(opens)
  if self.is_closed then
    return
  end
  self.is_closed = true
  local row = api.nvim_win_is_valid(self.tree.window)
    and self.view:row(api.nvim_win_get_cursor(self.tree.window)[1])
  self.view:close()
  self.list:close(function() end)
  vim.cmd("stopinsert")
  if api.nvim_buf_is_valid(self.prompt) then
    vim.cmd("bwipeout! " .. self.prompt)
  end
  if not api.nvim_win_is_valid(self.tree.window) then
    return
  end
  api.nvim_set_current_win(self.tree.window)
  api.nvim_win_set_width(self.tree.window, self.width)
  self.tree:reveal(row and row.identifier)
  vim.cmd("bwipeout! " .. self.view.buffer)
  if row and opens then
    self.tree:edit(row)
  end
end

return Finder
