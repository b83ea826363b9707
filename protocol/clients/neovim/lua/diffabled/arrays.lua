local M = {}

--- Puts elements at the end of an array, which is returned.
---
--- As `vim.list_extend` does; but how that checks its arguments in Neovim 0.7, LuaJIT 2.1.0-beta3
--- compiles wrongly now and then, and then it fails ("opt[1]: expected table, got number").
function M.extend(array, more)
  for index = 1, #more do
    array[#array + 1] = more[index]
  end
  return array
end

return M
