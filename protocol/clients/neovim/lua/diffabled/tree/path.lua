--- Paths as identifiers: the path itself if it is UTF-8, else `["bytes", text]`, where each
--- character of the text is a byte.
local M = {}

local LONG = {
  "[\194-\223][\128-\191]",
  "\224[\160-\191][\128-\191]",
  "\237[\128-\159][\128-\191]",
  "[\225-\236\238\239][\128-\191][\128-\191]",
  "\240[\144-\191][\128-\191][\128-\191]",
  "[\241-\243][\128-\191][\128-\191][\128-\191]",
  "\244[\128-\143][\128-\191][\128-\191]",
}

local function is_text(bytes)
  for _, pattern in ipairs(LONG) do
    bytes = bytes:gsub(pattern, ".")
  end
  return not bytes:find("[\128-\255]")
end

function M.identifier_of(path)
  if is_text(path) then
    return path
  end
  return { "bytes", (path:gsub("[\128-\255]", function(byte)
    return vim.fn.nr2char(byte:byte())
  end)) }
end

function M.of(identifier)
  if type(identifier) == "string" then
    return identifier
  end
  return vim.fn.iconv(identifier[2], "utf-8", "latin1")
end

--- What of an identifier is shown.
function M.text_of(identifier)
  return type(identifier) == "string" and identifier or identifier[2]
end

return M
