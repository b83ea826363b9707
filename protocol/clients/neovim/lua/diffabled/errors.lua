--- What goes wrong in this library: tables with a `name` and a `message`, which `tostring` gives.
---
--- The names are `ServerNotFound`, `UnsupportedServer`, `ConnectionLost` (perhaps with `final`:
--- nobody tries to bring it back), `RequestFailed` (with `method`, `code`, `kind` and `data`) and,
--- for requests that are given up, `GivenUp`.
local M = {}

local Error = {}
Error.__index = Error

function Error:__tostring()
  return self.message
end

---@param name string
---@param message string
---@param members? table
function M.new(name, message, members)
  return setmetatable(vim.tbl_extend("error", { name = name, message = message }, members or {}), Error)
end

--- The daemon refused a request, which has changed nothing.
function M.request_failed(method, answer)
  local data = answer.data or {}
  local members = { method = method, code = answer.code, data = data, kind = data.kind or "" }
  return M.new("RequestFailed", answer.message, members)
end

function M.is(error, name, kind)
  return getmetatable(error) == Error and error.name == name and (not kind or error.kind == kind)
end

--- Says that something failed that nobody waits for.
function M.report(error)
  vim.schedule(function()
    vim.notify("diffabled: " .. tostring(error), vim.log.levels.ERROR)
  end)
end

return M
