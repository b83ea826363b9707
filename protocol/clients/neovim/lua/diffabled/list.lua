local Following = require("diffabled.following")
local rows = require("diffabled.rows")

--- The list of a data source, as the daemon has it: `name`, `revision` (`nil` without a daemon),
--- and of a view `window` and `base_revision`.
---
--- `open`, `open_view` and `attach` of a connection make it. Through gaps, `reloadData` and the
--- daemon's end, what is still there stays the same rows. What edits it waits for the result, or
--- has `callback(error, result)` take it.
local List = setmetatable({}, Following)
List.__index = List

function List.new(...)
  return setmetatable(Following.new(...), List)
end

--- The sections in display order. Arrays are replaced by others, and never changed themselves.
function List:sections()
  return self.shown.sections
end

--- The rows of all sections in display order.
function List:rows()
  return self.shown.rows
end

--- The rows; with `headers` each section before its rows.
function List:entries()
  return self.shown.entries
end

--- The row of an item, if it is there.
function List:row(identifier)
  return self.table[rows.key_of(identifier)]
end

--- The index path of a row, from 0; `nil` if it is gone.
---@return integer[]?
function List:place(row)
  if self:row(row.identifier) ~= row then
    return nil
  end
  local place = {}
  for index, section in ipairs(self.shown.sections) do
    place[1] = section == row.section and index - 1 or place[1]
  end
  for index, other in ipairs(row.section.rows) do
    place[2] = other == row and index - 1 or place[2]
  end
  return place
end

--- Where an entry stands in `entries`, from 1; `nil` if it is gone. The first question after a
--- change takes as long as the list is.
---@return integer?
function List:index(entry)
  if self.indexed ~= self.shown.entries then
    self.indexed, self.indexes = self.shown.entries, {}
    for index, other in ipairs(self.indexed) do
      self.indexes[other] = index
    end
  end
  return self.indexes[entry]
end

--- What is shown, as a document that `dataSource/apply` takes.
function List:document()
  return rows.document_of(self.shown.sections)
end

function List:ask_for(method, params, callback)
  local all = vim.tbl_extend("error", { dataSource = self.name }, params)
  return self.connection:finish(callback, nil, function(done)
    return self.connection:call(method, all, done)
  end)
end

--- Carries out edits, all or none.
---@param more? table such as `ifRevision`, `animatingDifferences`, `tag`
function List:edit(edits, more, callback)
  return self:ask_for("dataSource/edit", vim.tbl_extend("error", { edits = edits }, more or {}), callback)
end

--- Makes a document the current list; the daemon finds what changed.
function List:apply(document, more, callback)
  return self:ask_for("dataSource/apply", vim.tbl_extend("error", { snapshot = document }, more or {}), callback)
end

--- Changes stages of a view, each as a whole; `vim.NIL` takes one out.
function List:update_view(members, callback)
  self.updating = self.updating + 1
  local params = { dataSource = self.name, view = members }
  return self.connection:finish(callback, nil, function(done)
    local give_up = self.connection:call("dataSource/updateView", params, function(...)
      self.updating = self.updating - 1
      done(...)
    end)
    self:learn_definition()
    return function()
      self.updating = self.updating - 1
      give_up()
    end
  end)
end

--- Calls `handler(change)` after each change, when the list is at its new state.
---@return function stop
function List:on_change(handler)
  return self.changed:add(handler)
end

--- Closes the data source.
function List:close(callback)
  return self.connection:finish(callback, nil, function(done)
    return self.connection:call("dataSource/close", { dataSource = self.name }, function(failed, result)
      if not failed then
        self.connection:remove(self)
      end
      done(failed, result)
    end)
  end)
end

return List
