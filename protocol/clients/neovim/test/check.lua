--- What the tests have in common.
local diffabled = require("diffabled")
local json = require("diffabled.json")

local check = {}

local reported, open = {}, {}

vim.notify = function(message) -- luacheck: ignore 122
  table.insert(reported, message)
end

--- Equal as JSON, which tells `{}` from `[]` and `null` from nothing.
function check.equal(actual, expected, what)
  actual = actual == nil and "nothing" or json.encode(actual)
  expected = expected == nil and "nothing" or json.encode(expected)
  if actual ~= expected then
    error(("%s\n  is        %s\n  should be %s"):format(what or "A value", actual, expected), 2)
  end
end

--- The same tables, one by one.
function check.same(actual, expected, what)
  for index = 1, math.max(#actual, #expected) do
    if actual[index] ~= expected[index] then
      error(("%s differs from %d on, of %d and %d"):format(what, index, #actual, #expected), 2)
    end
  end
end

--- What a function raises, which is an error of this library with this name.
function check.fails(name, run, ...)
  local fine, failure = pcall(run, ...)
  if fine or type(failure) ~= "table" or failure.name ~= name then
    error(("It should fail with %s, and %s"):format(name, fine and "did not" or "failed with " .. tostring(failure)), 2)
  end
  return failure
end

function check.matches(text, pattern)
  if not tostring(text):find(pattern) then
    error(("%q does not match %q"):format(tostring(text), pattern), 2)
  end
end

--- Waits for something.
function check.till(is_so, milliseconds)
  if not vim.wait(milliseconds or 60000, is_so, 1) then
    error("What was waited for did not happen.", 2)
  end
end

--- What was reported since the last time; whoever asks expected it.
function check.reported()
  vim.wait(0)
  local all = reported
  reported = {}
  return all
end

--- A connection with a daemon that ends with its test, however that ends.
function check.connect(options)
  local connection = diffabled.connect(options)
  check.adopt(connection)
  return connection
end

function check.adopt(connection)
  table.insert(open, connection)
end

--- Ends what a test began.
function check.tidy()
  for _, connection in ipairs(open) do
    pcall(connection.close, connection)
  end
  open = {}
  vim.cmd("silent! tabonly! | silent! only! | enew! | silent! %bwipeout!")
  reported = {}
end

function check.identifiers(entries)
  return vim.tbl_map(function(entry)
    return entry.identifier
  end, entries)
end

--- A document of one section.
function check.document(items)
  return { sections = { { id = "s", items = items } } }
end

function check.numbers(count)
  local items = {}
  for number = 1, count do
    items[number] = number
  end
  return check.document(items)
end

return check
