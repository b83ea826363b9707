local arrays = require("diffabled.arrays")

--- Random requests that change a list.
local Edits = {}
Edits.__index = Edits

--- What it makes is not in lists of numbers up to 1,000.
---@param seed integer it says all that will be asked
function Edits.new(seed)
  math.randomseed(seed)
  return setmetatable({ seed = seed, number = 1000 }, Edits)
end

local function chance(one_in)
  return math.random(one_in) == 1
end

local function pick(array)
  return array[math.random(#array)]
end

local function shuffle(array)
  for i = #array, 2, -1 do
    local j = math.random(i)
    array[i], array[j] = array[j], array[i]
  end
  return array
end

function Edits:identifier()
  self.number = self.number + 1
  local number = self.number
  local text = ("%d"):format(number)
  return pick({ number, text, "i\1" .. text, { "c", number }, { "c", number, vim.NIL, true }, { "c", text } })
end

function Edits.content()
  local name = ("n%d"):format(math.random(9))
  return pick({ vim.NIL, vim.empty_dict(), {}, false, 0, "\0", 0.1, { name = name }, { a = { vim.NIL, { b = 1.5 } } } })
end

function Edits:item()
  local identifier = self:identifier()
  return chance(2) and identifier or { id = identifier, content = self.content() }
end

function Edits.some(list, most)
  local rows = shuffle(vim.list_slice(list:rows()))
  return vim.tbl_map(function(row)
    return row.identifier
  end, vim.list_slice(rows, 1, math.random(most)))
end

local function edit(one)
  return "dataSource/edit", { edits = { one } }
end

--- A method and params that the daemon accepts for the list as it is now.
function Edits:next(list, most)
  local sections = list:sections()
  if #sections == 0 or chance(20) then
    return self:document(list)
  end
  local section = pick(sections)
  if #section.rows > 0 and chance(12) then
    return self:tree(section)
  elseif #list:rows() > (most or 300) then
    return edit({ op = "deleteItems", items = self.some(list, most or 300) })
  end
  local one, two, items = section.identifier, pick(sections).identifier, self.some(list, 8)
  local contents = vim.tbl_map(function(identifier)
    return { id = identifier, content = self.content() }
  end, items)
  local edits = {
    { op = "appendItems", items = { self:item(), self:item(), self:item() }, toSection = one },
    { op = "moveItems", items = items, toSection = one, at = pick({ "start", "end" }) },
    { op = "moveItems", items = self.some(list, 2), toSection = one, at = "start" },
    { op = "deleteItems", items = items },
    { op = "shuffleItems", section = one, seed = math.random(1000) },
    { op = "reverseItems", section = one },
    { op = "reloadItems", items = items },
    { op = "setItems", items = contents },
    { op = "setSections", sections = { { id = one, content = self.content() } } },
    { op = "appendSections", sections = { { id = self:identifier(), items = { self:item(), self:item() } } } },
  }
  if one ~= two then
    table.insert(edits, { op = "moveSection", section = one, beforeSection = two })
    table.insert(edits, { op = "deleteSections", sections = { two } })
  end
  if #items > 0 then
    table.insert(edits, { op = "insertItems", items = { self:item() }, beforeItem = items[1] })
  end
  if #items > 1 then
    table.insert(edits, { op = "moveItem", item = items[1], afterItem = items[2] })
    table.insert(edits, { op = "swapItems", items = { items[1], items[2] } })
  end
  return edit(pick(edits))
end

function Edits:document(list)
  local sections, items = list:document().sections, {}
  for _, section in ipairs(sections) do
    arrays.extend(items, section.items)
    section.items = {}
  end
  table.insert(sections, { id = self:identifier(), items = {} })
  table.insert(sections, { id = self:identifier(), items = {} })
  sections = vim.list_slice(shuffle(sections), 1, 6)
  for _, item in ipairs(shuffle(items)) do
    if not chance(5) then
      table.insert(pick(sections).items, item)
    end
  end
  table.insert(sections[1].items, self:item())
  return "dataSource/apply", { snapshot = { sections = sections }, mode = pick({ "diff", "diff", "reloadData" }) }
end

function Edits:tree(section)
  local identifier, all = pick(section.rows).identifier, {}
  for index, row in ipairs(section.rows) do
    all[index] = row.identifier
  end
  local edits = pick({
    { { op = "append", items = { self:item() }, to = identifier }, { op = "expand", items = { identifier } } },
    { { op = "collapse", items = { identifier } } },
    { { op = "expand", items = all } },
  })
  return "dataSource/editSection", { section = section.identifier, edits = edits }
end

--- Sends one for this list; the answer.
function Edits:step(connection, list, most)
  local method, params = self:next(list, most)
  return connection:request(method, vim.tbl_extend("error", { dataSource = list.name }, params))
end

return Edits
