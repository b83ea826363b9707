local arrays = require("diffabled.arrays")
local json = require("diffabled.json")
local rows = require("diffabled.rows")

local api = vim.api

--- The entries of a list in a buffer, a line for each. The cursors of all windows, marks and
--- selected rows stay with their rows.
---
--- A change is drawn as splices, or when they are many as one: each has its price. Extmarks do not
--- move along with lines that are put elsewhere, so those of a line are always made anew.
local View = {}
View.__index = View

local MOST_SPLICES = 64
local REPLACEMENT = "\239\191\189" -- U+FFFD

local function name_of(entry)
  return type(entry.identifier) == "string" and entry.identifier or json.encode(entry.identifier)
end

---@param list table
---@param buffer integer 0 for the current one; it is not to be edited by hand from now on
---@param options? table
---  `line(entry)` is the text of a row, and of a section in a list with headers;
---  `decorate(buffer, namespace, line, entry)` sets extmarks, with `line` from 0;
---  `anchor` is "keep", or "top" or "end": a cursor on the first or last line stays there
function View.new(list, buffer, options)
  options = options or {}
  local self = setmetatable({
    list = list,
    buffer = buffer == 0 and api.nvim_get_current_buf() or buffer,
    namespace = api.nvim_create_namespace(""),
    selected = {}, -- the selected rows, each with `true`
    line = options.line or name_of,
    decorate = options.decorate,
    anchor = options.anchor or "keep",
    entries = {}, -- what the lines show
  }, View)
  api.nvim_set_hl(0, "DiffabledSelected", { link = "Visual", default = true })
  for name, value in pairs({ buftype = "nofile", swapfile = false, undolevels = -1, modifiable = false }) do
    api.nvim_buf_set_option(self.buffer, name, value)
  end
  self:write(list:entries(), { { at = 0, added = list:entries() } }, {})
  self.stop = list:on_change(function(change)
    self:follow(change)
  end)
  return self
end

--- Follows no more; the buffer stays as it is.
function View:close()
  self.stop()
end

-- Looking ------------------------------------------------------------------------------------

--- The window whose cursor is meant, if there is one.
function View:window()
  local current = api.nvim_get_current_win()
  return api.nvim_win_get_buf(current) == self.buffer and current or vim.fn.win_findbuf(self.buffer)[1]
end

--- The row on a line, from 1, or of the cursor; `nil` where there is none.
---@param line? integer
function View:row(line)
  local window = not line and self:window()
  local entry = self.entries[line or (window and api.nvim_win_get_cursor(window)[1]) or 0]
  return entry and not rows.is_section(entry) and entry or nil
end

--- Puts the cursor on a row, if it is there.
function View:go_to(row)
  local window, place = self:window(), self.list:index(row)
  if window and place then
    api.nvim_win_set_cursor(window, { place, 0 })
  end
end

--- Selects a row, or no longer; nothing where there is none.
---@param row? table
function View:toggle(row)
  if row then
    self.selected[row] = not self.selected[row] or nil
    self:draw({ row })
  end
end

--- Draws entries again, all if none are named.
---@param entries? table[]
function View:draw(entries)
  self:write(self.entries, {}, entries or self.entries)
end

-- Following ----------------------------------------------------------------------------------

function View:follow(change)
  if not api.nvim_buf_is_loaded(self.buffer) then
    return self:close()
  end
  for _, row in ipairs(change.deleted) do
    self.selected[row] = nil
  end
  local updated = arrays.extend(vim.list_slice(change.updated), change.sections.updated)
  self:write(change.after, self:splices_for(change), updated, change)
end

--- How the lines become those after a change: all anew if they are not what was shown before.
function View:splices_for(change)
  if change.before ~= self.entries or api.nvim_buf_line_count(self.buffer) ~= math.max(1, #self.entries) then
    return { { at = 0, added = change.after } }
  end
  local splices = change:splices()
  return #splices <= MOST_SPLICES and splices or { change:hull() }
end

--- Changes lines; cursors and marks stay with their rows.
---@param entries table[] what is shown then
---@param splices table[] without `removed` for all lines from `at` on
---@param updated table[] entries that are drawn again
---@param change? table
function View:write(entries, splices, updated, change)
  local windows, marks, shown = self:note_windows(), self:note_marks(), self.entries
  self.entries = {} -- Should anything fail, all is drawn anew the next time.
  api.nvim_buf_set_option(self.buffer, "modifiable", true)
  local fine, failure = pcall(function()
    local written = {}
    for _, splice in ipairs(splices) do
      -- An empty buffer has a line.
      local last = #shown > 0 and splice.removed and splice.at + splice.removed or -1
      self:write_lines(splice.at, last, splice.added)
      for _, entry in ipairs(splice.added) do
        written[entry] = true
      end
    end
    for _, entry in ipairs(updated) do
      local place = not written[entry] and self.list:index(entry)
      if place then
        self:write_lines(place - 1, place, { entry })
      end
    end
  end)
  api.nvim_buf_set_option(self.buffer, "modifiable", false)
  api.nvim_buf_set_option(self.buffer, "modified", false)
  if not fine then
    error(failure, 0)
  end
  self.entries = entries
  for _, window in ipairs(windows) do
    self:restore_window(window, change)
  end
  self:restore_marks(marks)
end

function View:write_lines(first, last, entries)
  local lines = {}
  for index, entry in ipairs(entries) do
    lines[index] = self.line(entry):gsub("[\n%z]", REPLACEMENT)
  end
  api.nvim_buf_clear_namespace(self.buffer, self.namespace, first, last)
  api.nvim_buf_set_lines(self.buffer, first, last, false, lines)
  for index, entry in ipairs(entries) do
    self:decorate_line(first + index - 1, entry)
  end
end

function View:decorate_line(line, entry)
  if self.selected[entry] then
    api.nvim_buf_set_extmark(self.buffer, self.namespace, line, 0, { line_hl_group = "DiffabledSelected" })
  end
  if self.decorate then
    self.decorate(self.buffer, self.namespace, line, entry)
  end
end

-- Cursors and marks --------------------------------------------------------------------------

function View:note_windows()
  return vim.tbl_map(function(window)
    local saved = api.nvim_win_call(window, vim.fn.winsaveview)
    return { window = window, saved = saved, entry = self.entries[saved.lnum], last = #self.entries }
  end, vim.fn.win_findbuf(self.buffer))
end

--- Puts a cursor back on its row, or where `anchor` wants it, at the line of the window where it was.
function View:restore_window(noted, change)
  local saved, old = noted.saved, noted.saved.lnum
  local height, count = api.nvim_win_get_height(noted.window), math.max(1, #self.entries)
  local place = noted.entry and self.list:index(change and change:anchor_after(noted.entry) or noted.entry)
  saved.lnum = math.min(place or old, count)
  if self.anchor == "top" and old == 1 then
    saved.lnum = 1
  elseif self.anchor == "end" and old == noted.last then
    saved.lnum = count
  end
  local is_filled = saved.topline <= math.max(1, noted.last - height + 1)
  saved.topline = saved.topline + saved.lnum - old
  if is_filled then
    saved.topline = math.min(saved.topline, count - height + 1)
  end
  saved.topline = math.max(1, saved.topline)
  api.nvim_win_call(noted.window, function()
    vim.fn.winrestview(saved)
  end)
end

--- The marks a to z, which Neovim forgets when their line is replaced.
function View:note_marks()
  local marks = {}
  for _, mark in ipairs(vim.fn.getmarklist(self.buffer)) do
    local name, entry = mark.mark:match("^'(%l)$"), self.entries[mark.pos[2]]
    if name and entry then
      table.insert(marks, { name = name, entry = entry, column = mark.pos[3] - 1 })
    end
  end
  return marks
end

function View:restore_marks(marks)
  for _, mark in ipairs(marks) do
    local place = self.list:index(mark.entry)
    if place then
      api.nvim_buf_set_mark(self.buffer, mark.name, place, mark.column, {})
    end
  end
end

return View
