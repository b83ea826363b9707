local uv = vim.uv or vim.loop

--- When to start a daemon again that has ended: as often as there are delays, within some time.
local Restarts = {}
Restarts.__index = Restarts

local DELAYS, WITHIN = { 0, 1000, 2000 }, 60000 -- milliseconds

function Restarts.new()
  return setmetatable({ times = {} }, Restarts)
end

--- How long to wait before the next time, or `nil` when there were too many.
---@return integer?
function Restarts:next_delay()
  local now = uv.now()
  self.times = vim.tbl_filter(function(time)
    return now - time < WITHIN
  end, self.times)
  local delay = DELAYS[#self.times + 1]
  if delay then
    table.insert(self.times, now)
  end
  return delay
end

return Restarts
