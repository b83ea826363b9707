local arrays = require("diffabled.arrays")
local rows = require("diffabled.rows")

--- A batch of changes, replayed in one pass over each section that it concerns.
---
--- The list is untouched until `commit`, and stays so if the changes do not fit.
--- Places in messages count from 0, those in arrays from 1.
local Replay = {}
Replay.__index = Replay

local function check(holds, what, where)
  if not holds then
    error({ gap = what .. " " .. vim.inspect(where) }, 0)
  end
  return holds
end

local function is_named(element, identifier)
  return rows.key_of(element.identifier) == rows.key_of(identifier)
end

local function copy(from, first, last, to)
  for index = first, last do
    to[#to + 1] = from[index]
  end
end

--- Runs by their section, each group ascending.
local function groups(runs)
  table.sort(runs, function(a, b)
    if a.at[1] ~= b.at[1] then
      return a.at[1] < b.at[1]
    end
    return a.at[2] < b.at[2]
  end)
  local found = {}
  for _, run in ipairs(runs) do
    local last = found[#found]
    if last and last[1].at[1] == run.at[1] then
      table.insert(last, run)
    else
      table.insert(found, { run })
    end
  end
  return found
end

--- The lists of a change, for rows or for sections.
local function no_change()
  return { deleted = {}, inserted = {}, moved = {}, updated = {} }
end

---@param before table[] the sections
---@param known table<string, table> the rows by their keys
---@param source table a didApply, or the answer to `dataSource/changes`
--- Raises a table with `gap` when the changes do not fit.
function Replay.new(before, known, source)
  local changes = source.changes
  local self = setmetatable({
    rows = no_change(),
    sections = no_change(),
    reloaded = {},
    order = {}, -- the sections in their new order
    rows_of = {}, -- of sections that have other rows than before
    new = {}, -- rows by their keys
    section_of = {}, -- of rows that moved
    contents = {},
    outlines = {},
  }, Replay)
  local moved = self:take_rows(before, changes.items)
  self:order_sections(before, changes.sections)
  self:put_rows(changes.items, moved)
  self:check_new(known)
  for _, kind in ipairs({ "reloads", "reconfigures" }) do
    for _, entry in ipairs(changes.sections[kind]) do
      self:update_section(entry)
    end
    for _, run in ipairs(changes.items[kind]) do
      self:update_rows(run)
    end
    if kind == "reloads" then
      self.reloaded = vim.list_slice(self.rows.updated)
    end
  end
  self:set_outlines(changes.outlines or {})
  self:check_numbers(source)
  return self
end

function Replay:rows_in(section)
  return self.rows_of[section] or section.rows
end

--- Takes out what is deleted and moved; the rows of each move.
function Replay:take_rows(before, items)
  local leaving, deleted, moved = {}, {}, {}
  for index, run in ipairs(items.deletes) do
    table.insert(leaving, { at = run.at, count = run.count, into = deleted, index = index })
  end
  for index, run in ipairs(items.moves) do
    table.insert(leaving, { at = run.from, count = run.count, into = moved, index = index })
  end
  for _, runs in ipairs(groups(leaving)) do
    local section = check(before[runs[1].at[1] + 1], "there is no section for", runs[1].at)
    local kept, done = {}, 0
    for _, run in ipairs(runs) do
      local first, last = run.at[2] + 1, run.at[2] + run.count
      check(first > done and run.count > 0 and last <= #section.rows, "there are no rows at", run.at)
      copy(section.rows, done + 1, first - 1, kept)
      run.into[run.index] = vim.list_slice(section.rows, first, last)
      done = last
    end
    copy(section.rows, done + 1, #section.rows, kept)
    self.rows_of[section] = kept
  end
  for _, taken in ipairs(deleted) do
    copy(taken, 1, #taken, self.rows.deleted)
  end
  for _, taken in ipairs(moved) do
    copy(taken, 1, #taken, self.rows.moved)
  end
  return moved
end

function Replay:order_sections(before, changes)
  local taken, coming = {}, {}
  local function take(at, identifier)
    local section = before[at + 1]
    check(section and not taken[section] and is_named(section, identifier), "another section is at", at)
    taken[section] = true
    return section
  end
  -- What is left in a section goes where the section goes.
  for _, entry in ipairs(changes.deletes) do
    local section = take(entry.at, entry.section)
    table.insert(self.sections.deleted, section)
    arrays.extend(self.rows.deleted, self:rows_in(section))
  end
  for _, entry in ipairs(changes.moves) do
    local section = take(entry.from, entry.section)
    table.insert(self.sections.moved, section)
    arrays.extend(self.rows.moved, self:rows_in(section))
    table.insert(coming, { at = entry.to, section = section })
  end
  for _, entry in ipairs(changes.inserts) do
    local section = rows.new_section(entry.section, entry.content)
    table.insert(self.sections.inserted, section)
    table.insert(coming, { at = entry.at, section = section })
  end
  table.sort(coming, function(a, b)
    return a.at < b.at
  end)
  local left = vim.tbl_filter(function(section)
    return not taken[section]
  end, before)
  local next_left = 1
  for _, entry in ipairs(coming) do
    local count = entry.at - #self.order
    check(count >= 0 and next_left + count <= #left + 1, "no section can be put in at", entry.at)
    copy(left, next_left, next_left + count - 1, self.order)
    next_left = next_left + count
    table.insert(self.order, entry.section)
  end
  copy(left, next_left, #left, self.order)
end

function Replay:put_rows(items, moved)
  local coming = {}
  local function target(at)
    return check(self.order[at[1] + 1], "there is no section for", at)
  end
  for _, run in ipairs(items.inserts) do
    local section, put = target(run.at), {}
    for index, item in ipairs(run.items) do
      local identifier, content = rows.item_of(item)
      put[index] = rows.new_row(identifier, content, section)
    end
    arrays.extend(self.rows.inserted, put)
    table.insert(coming, { at = run.at, rows = put })
  end
  for index, run in ipairs(items.moves) do
    local section = target(run.to)
    for _, row in ipairs(moved[index]) do
      self.section_of[row] = section
    end
    table.insert(coming, { at = run.to, rows = moved[index] })
  end
  for _, runs in ipairs(groups(coming)) do
    local section = self.order[runs[1].at[1] + 1]
    local left, all, next_left = self:rows_in(section), {}, 1
    for _, run in ipairs(runs) do
      local count = run.at[2] - #all
      check(count >= 0 and next_left + count <= #left + 1, "no rows can be put in at", run.at)
      copy(left, next_left, next_left + count - 1, all)
      next_left = next_left + count
      copy(run.rows, 1, #run.rows, all)
    end
    copy(left, next_left, #left, all)
    self.rows_of[section] = all
  end
end

function Replay:check_new(known)
  local gone = {}
  for _, row in ipairs(self.rows.deleted) do
    gone[row] = true
  end
  for _, row in ipairs(self.rows.inserted) do
    local key = rows.key_of(row.identifier)
    local other = known[key]
    check((not other or gone[other]) and not self.new[key], "this is there already:", row.identifier)
    self.new[key] = row
  end
end

function Replay:update_section(entry)
  local section = self.order[entry.at + 1]
  check(section and is_named(section, entry.section), "another section is at", entry.at)
  table.insert(self.sections.updated, section)
  table.insert(self.contents, { element = section, content = entry.content })
end

function Replay:row_at(at, offset)
  local section = check(self.order[at[1] + 1], "there is no section for", at)
  return check(self:rows_in(section)[at[2] + offset], "there is no row at", at)
end

function Replay:update_rows(run)
  for offset, item in ipairs(run.items) do
    local identifier, content = rows.item_of(item)
    local row = self:row_at(run.at, offset)
    check(is_named(row, identifier), "another row is at", run.at)
    table.insert(self.rows.updated, row)
    table.insert(self.contents, { element = row, content = content })
  end
end

--- Rows with another outline are updated, once, unless they are new.
function Replay:set_outlines(runs)
  local drawn = {}
  for _, list in ipairs(runs[1] and { self.rows.updated, self.rows.inserted } or {}) do
    for _, row in ipairs(list) do
      drawn[row] = true
    end
  end
  for _, run in ipairs(runs) do
    for offset = 1, run.count do
      local row = self:row_at(run.at, offset)
      if not drawn[row] then
        table.insert(self.rows.updated, row)
      end
      table.insert(self.outlines, { row = row, run = run })
    end
  end
end

function Replay:check_numbers(source)
  local count = 0
  for _, section in ipairs(self.order) do
    count = count + #self:rows_in(section)
  end
  check((source.numberOfSections or #self.order) == #self.order, "numberOfSections is", source.numberOfSections)
  check((source.numberOfItems or count) == count, "numberOfItems is", source.numberOfItems)
end

--- Makes it so; the list takes over `order`.
function Replay:commit(known)
  for section, all in pairs(self.rows_of) do
    section.rows = all
  end
  for _, row in ipairs(self.rows.deleted) do
    known[rows.key_of(row.identifier)] = nil
  end
  for key, row in pairs(self.new) do
    known[key] = row
  end
  for row, section in pairs(self.section_of) do
    row.section = section
  end
  for _, update in ipairs(self.contents) do
    update.element.content = update.content
  end
  for _, update in ipairs(self.outlines) do
    rows.set_outline(update.row, update.run)
  end
end

return Replay
