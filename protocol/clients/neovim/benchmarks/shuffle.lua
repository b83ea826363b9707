--- Measures a shuffle, and a move from one end to the other, of a list that two windows show.
---
---   nvim --headless -u NONE --cmd 'set rtp+=.' -c 'luafile benchmarks/shuffle.lua' -c 'qa!'
---
--- Prints for each number of rows, for the shuffle and for the move, medians of 5 in milliseconds
--- of Neovim's processor time: from the request to its answer, and of that the view's own.
local diffabled = require("diffabled")

local ROUNDS = 5

local function median(times)
  table.sort(times)
  return times[math.ceil(#times / 2)] * 1000
end

local function measure(list, times, edit_of)
  local whole, view = {}, {}
  for round = 1, ROUNDS do
    local start = os.clock()
    list:edit({ edit_of(round) })
    whole[round], view[round] = os.clock() - start, times.after - times.before
  end
  return median(whole), median(view)
end

local function run(connection, count)
  local items, times = {}, {}
  for number = 1, count do
    items[number] = "row " .. number
  end
  local list = connection:open("list " .. count, { document = { sections = { { id = "s", items = items } } } })
  list:on_change(function()
    times.before = os.clock()
  end)
  vim.cmd("silent! only | enew | split")
  local view = diffabled.view(list, 0)
  list:on_change(function()
    times.after = os.clock()
  end)
  view:go_to(list:rows()[math.floor(count / 2)])
  local shuffle, shuffle_view = measure(list, times, function(round)
    return { op = "shuffleItems", seed = round }
  end)
  local move, move_view = measure(list, times, function()
    local rows = list:rows()
    return { op = "moveItem", item = rows[1].identifier, afterItem = rows[#rows].identifier }
  end)
  io.write(("| %d | %.1f | %.1f | %.1f | %.1f |\n"):format(count, shuffle, shuffle_view, move, move_view))
end

local connection = diffabled.connect()
for _, count in ipairs({ 1000, 10000, 100000 }) do
  run(connection, count)
end
connection:close()
