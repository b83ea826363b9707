local rows = require("diffabled.rows")

--- What became of a list; it is told when the list is at its new state already.
---
--- `before` and `after` are all entries, the same table if none came, went or moved. `deleted`,
--- `inserted`, `moved` and `updated` are rows, those of deleted and moved sections too, and
--- `reloaded` those of `updated` that want a new line; `sections` has the first four for sections.
--- `reset` says that the list was read as a whole; then all that stayed is in `moved` and `updated`.
--- `from_revision`, `revision`, `animated`, `origin`, `tags`, `transaction` and `window` are as
--- announced; what there is not, is `nil`.
local Change = {}
Change.__index = Change

---@param before table[]
---@param after table[]
---@param outcome table a `Replay` or `Reset`
---@param facts table
function Change.new(before, after, outcome, facts)
  local self = setmetatable(facts, Change)
  self.before, self.after = before, after
  self.deleted, self.inserted = outcome.rows.deleted, outcome.rows.inserted
  self.moved, self.updated = outcome.rows.moved, outcome.rows.updated
  self.reloaded, self.sections = outcome.reloaded, outcome.sections
  return self
end

local function set_of(...)
  local set = {}
  for _, list in ipairs({ ... }) do
    for _, entry in ipairs(list) do
      set[entry] = true
    end
  end
  return set
end

function Change:touched()
  local sections = self.sections
  return set_of(
    self.deleted,
    self.inserted,
    self.moved,
    sections.deleted,
    sections.inserted,
    sections.moved
  )
end

local function skip(entries, place, touched)
  while touched[entries[place] or 0] do
    place = place + 1
  end
  return place
end

--- The change as disjoint splices, ascending: `removed` entries go and those of `added` come behind
--- the first `at`; each counts in the list that the ones before it left.
---@return {at: integer, removed: integer, added: table[]}[]
function Change:splices()
  local before, after = self.before, self.after
  local splices, old, new = {}, 1, 1
  if before == after then
    return splices
  end
  local touched = self:touched()
  while old <= #before or new <= #after do
    local first, start = old, new
    old, new = skip(before, old, touched), skip(after, new, touched)
    if old > first or new > start then
      local added = vim.list_slice(after, start, new - 1)
      table.insert(splices, { at = start - 1, removed = old - first, added = added })
    elseif before[old] == after[new] then
      old, new = old + 1, new + 1
    else
      error("The change lies about " .. vim.inspect((before[old] or after[new]).identifier), 0)
    end
  end
  return splices
end

--- The one splice from the first place that changed to the last; `nil` if none did.
function Change:hull()
  local splices = self:splices()
  if not splices[1] then
    return nil
  end
  local at, last = splices[1].at, splices[#splices]
  local stop = last.at + #last.added
  local removed = stop - at + #self.before - #self.after
  return { at = at, removed = removed, added = vim.list_slice(self.after, at + 1, stop) }
end

--- Where what hung on an entry goes: to the entry itself if it stayed, else to the nearest row
--- below that stayed, else to the nearest above; `nil` if none did.
function Change:anchor_after(entry)
  local gone = set_of(self.deleted, self.sections.deleted)
  if not gone[entry] then
    return entry
  end
  local place = 1
  while place <= #self.before and self.before[place] ~= entry do
    place = place + 1
  end
  local function stayed(other)
    return not gone[other] and not rows.is_section(other)
  end
  for index = place + 1, #self.before do
    if stayed(self.before[index]) then
      return self.before[index]
    end
  end
  for index = place - 1, 1, -1 do
    if stayed(self.before[index]) then
      return self.before[index]
    end
  end
end

return Change
