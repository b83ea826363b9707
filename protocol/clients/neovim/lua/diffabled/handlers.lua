local errors = require("diffabled.errors")

--- Functions that are called in the order in which they were added; one that fails stops no other.
local Handlers = {}
Handlers.__index = Handlers

function Handlers.new()
  return setmetatable({}, Handlers)
end

---@return function stop takes it out again
function Handlers:add(call)
  local handler = { call = call }
  table.insert(self, handler)
  return function()
    for index, other in ipairs(self) do
      if other == handler then
        return table.remove(self, index)
      end
    end
  end
end

function Handlers:tell(...)
  for _, handler in ipairs(vim.list_slice(self)) do
    local fine, failure = pcall(handler.call, ...)
    if not fine then
      errors.report(failure)
    end
  end
end

return Handlers
