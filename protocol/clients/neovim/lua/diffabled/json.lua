--- JSON, as exact as Lua's numbers are.
---
--- `vim.json.encode` writes 14 digits of a number, so that large integers become others;
--- `vim.fn.json_encode` makes lists of strings with NUL, and cannot be called in luv's callbacks.
--- `null` is `vim.NIL`, and `{}` as an object is `vim.empty_dict()`.
local M = {}

M.decode = vim.json.decode

local EMPTY_DICT = getmetatable(vim.empty_dict())
local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\t"] = "\\t" }

local function string_text(value)
  local escaped = value:gsub('[%c"\\]', function(c)
    return ESCAPES[c] or ("\\u%04x"):format(c:byte())
  end)
  return '"' .. escaped .. '"'
end

local function number_text(value)
  if value ~= value or math.abs(value) == math.huge then
    error(("The number %s cannot be written as JSON."):format(value), 0)
  end
  if value == math.floor(value) and math.abs(value) < 2 ^ 63 then
    return ("%d"):format(value)
  end
  for digits = 15, 17 do
    local text = ("%%.%dg"):format(digits):format(value)
    if tonumber(text) == value then
      return text
    end
  end
end

local write

local function array_text(value)
  local parts = {}
  for index, element in ipairs(value) do
    parts[index] = write(element)
  end
  for key in pairs(value) do
    if type(key) ~= "number" or not parts[key] then
      error(("A table with %d elements and the key %s cannot be written as JSON."):format(#parts, tostring(key)), 0)
    end
  end
  return "[" .. table.concat(parts, ",") .. "]"
end

--- The members in the order of their names, so that equal values are equal texts.
local function object_text(value)
  local names, parts = {}, {}
  for name in pairs(value) do
    if type(name) ~= "string" then
      error(("A table with the key %s cannot be written as JSON."):format(tostring(name)), 0)
    end
    names[#names + 1] = name
  end
  table.sort(names)
  for index, name in ipairs(names) do
    parts[index] = string_text(name) .. ":" .. write(value[name])
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

function write(value)
  local kind = type(value)
  if kind == "string" then
    return string_text(value)
  elseif kind == "number" then
    return number_text(value)
  elseif kind == "boolean" then
    return tostring(value)
  elseif value == vim.NIL then
    return "null"
  elseif kind ~= "table" then
    error(("A %s cannot be written as JSON."):format(kind), 0)
  end
  local is_array = value[1] ~= nil or (next(value) == nil and getmetatable(value) ~= EMPTY_DICT)
  return (is_array and array_text or object_text)(value)
end

--- The text of a value. Raises an error when there is none.
M.encode = write

return M
