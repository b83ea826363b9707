local json = require("diffabled.json")
local rows = require("diffabled.rows")

--- A list that was read as a whole. Rows and sections that are known stay the same tables; of
--- those that stayed nothing is known, so all of them count as moved and updated.
local Reset = {}
Reset.__index = Reset

---@param before table[] the sections
---@param known table<string, table> the rows by their keys
---@param contents table the answer to `snapshot/contents`
function Reset.new(before, known, contents)
  local self = setmetatable({
    rows = { deleted = {}, inserted = {}, moved = {}, updated = {} },
    sections = { deleted = {}, inserted = {}, moved = {}, updated = {} },
    reloaded = {},
    order = {}, -- the sections in their new order
    before = before,
    table = {}, -- the rows by their keys
    rows_of = {},
    contents = {}, -- of rows and sections that have one
    outlines = {}, -- of rows that have one
  }, Reset)
  local sections = {}
  for _, section in ipairs(before) do
    sections[rows.key_of(section.identifier)] = section
  end
  for _, read in ipairs(contents.sections) do
    local section = sections[rows.key_of(read.id)]
    table.insert(self.sections[section and "moved" or "inserted"], section or rows.new_section(read.id))
    section = section or self.sections.inserted[#self.sections.inserted]
    table.insert(self.order, section)
    self.contents[section] = read.content
    self:read_rows(section, read.items, known)
  end
  for _, run in ipairs(contents.outlines or {}) do
    local all = self.rows_of[self.order[run.at[1] + 1]]
    for index = run.at[2] + 1, run.at[2] + run.count do
      self.outlines[all[index]] = run
    end
  end
  self:find_deleted()
  self.rows.updated, self.sections.updated = self.rows.moved, self.sections.moved
  return self
end

function Reset:read_rows(section, items, known)
  local all = {}
  for index, item in ipairs(items) do
    local identifier, content = rows.item_of(item)
    local key = rows.key_of(identifier)
    local row = known[key]
    table.insert(self.rows[row and "moved" or "inserted"], row or rows.new_row(identifier, content, section))
    row = row or self.rows.inserted[#self.rows.inserted]
    all[index], self.table[key], self.contents[row] = row, row, content
  end
  self.rows_of[section] = all
end

function Reset:find_deleted()
  for _, section in ipairs(self.before) do
    if not self.rows_of[section] then
      table.insert(self.sections.deleted, section)
    end
    for _, row in ipairs(section.rows) do
      if not self.table[rows.key_of(row.identifier)] then
        table.insert(self.rows.deleted, row)
      end
    end
  end
end

local function is_same(a, b)
  return a == b or (a ~= nil and b ~= nil and json.encode(a) == json.encode(b))
end

local function are_same(a, b)
  for index = 1, math.max(#a, #b) do
    if a[index] ~= b[index] then
      return false
    end
  end
  return true
end

--- Whether anything that is shown is not as it was.
function Reset:differs()
  if not are_same(self.order, self.before) then
    return true
  end
  for _, section in ipairs(self.order) do
    if not are_same(self.rows_of[section], section.rows) or not is_same(self.contents[section], section.content) then
      return true
    end
    for _, row in ipairs(section.rows) do
      if not is_same(self.contents[row], row.content) or not rows.has_outline(row, self.outlines[row]) then
        return true
      end
    end
  end
  return false
end

--- Makes it so; the list takes over `order`.
function Reset:commit(known)
  for key in pairs(known) do
    known[key] = self.table[key]
  end
  for key, row in pairs(self.table) do
    known[key] = row
  end
  for section, all in pairs(self.rows_of) do
    section.rows, section.content = all, self.contents[section]
    for _, row in ipairs(all) do
      row.section, row.content = section, self.contents[row]
      rows.set_outline(row, self.outlines[row])
    end
  end
end

return Reset
