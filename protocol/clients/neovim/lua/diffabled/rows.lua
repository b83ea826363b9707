--- What a list is made of.
---
--- A row is one table for as long as its identifier is there, wherever it moves: `identifier`,
--- `content` (any JSON value, `nil` if it has none), `section`, and of a tree `level`, `expanded`
--- and `number_of_children`. A section has `identifier`, `content` and `rows`; that array is
--- replaced when they change, and never changed itself.
local json = require("diffabled.json")

local M = {}

--- What equal identifiers have in common, and no others.
M.key_of = json.encode

function M.new_row(identifier, content, section)
  return {
    identifier = identifier,
    content = content,
    section = section,
    level = 0,
    expanded = false,
    number_of_children = 0,
  }
end

function M.new_section(identifier, content)
  return { identifier = identifier, content = content, rows = {} }
end

--- Whether an entry of a list is a section, not a row.
function M.is_section(entry)
  return entry.rows ~= nil
end

--- The identifier and the content of an item as it is written: an identifier alone, or an object.
function M.item_of(written)
  if type(written) == "table" and written.id ~= nil then
    return written.id, written.content
  end
  return written, nil
end

local function is_plain(row)
  return row.level == 0 and not row.expanded and row.number_of_children == 0
end

--- Gives a row the outline of a run of `outlines`, or none.
function M.set_outline(row, run)
  row.level = run and run.level or 0
  row.expanded = run ~= nil and run.expanded
  row.number_of_children = run and run.numberOfChildren or 0
end

--- Whether a row has the outline of a run, or none.
function M.has_outline(row, run)
  if not run then
    return is_plain(row)
  end
  return row.level == run.level and row.expanded == run.expanded and row.number_of_children == run.numberOfChildren
end

--- Whether a section is a tree.
function M.is_tree(section)
  for _, row in ipairs(section.rows) do
    if not is_plain(row) then
      return true
    end
  end
  return false
end

--- Sections as `snapshot/contents` writes them.
function M.document_of(sections)
  local written = {}
  for s, section in ipairs(sections) do
    local items = {}
    for r, row in ipairs(section.rows) do
      items[r] = row.content == nil and row.identifier or { id = row.identifier, content = row.content }
    end
    written[s] = { id = section.identifier, content = section.content, items = items }
  end
  return { sections = written }
end

--- The rows of a section as the tree that they show, without their contents.
function M.outline_document_of(rows)
  local items = {}
  local levels = { items }
  for index, row in ipairs(rows) do
    local following = rows[index + 1]
    local is_parent = following ~= nil and following.level > row.level
    local item = row.identifier
    if is_parent or row.expanded then
      item = { id = row.identifier, expanded = row.expanded or nil, children = is_parent and {} or nil }
      levels[row.level + 2] = item.children
    end
    table.insert(levels[row.level + 1], item)
  end
  return { items = items }
end

return M
