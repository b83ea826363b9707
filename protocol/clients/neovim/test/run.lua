--- Runs the tests of this folder in a headless Neovim: all, or those of the files that $TEST_FILES
--- names, with $TEST_NAME in their names.
---
---   nvim --headless -u NONE -i NONE -n -c 'luafile test/run.lua'
local folder = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h")
package.path = folder .. "/?.lua;" .. package.path
vim.opt.runtimepath:prepend(vim.fn.fnamemodify(folder, ":h"))

local files = vim.split(vim.env.TEST_FILES or "", " ", { trimempty = true })
if #files == 0 then
  for _, path in ipairs(vim.fn.sort(vim.fn.glob(folder .. "/test_*.lua", false, true))) do
    table.insert(files, path:match("test_(%w+)%.lua$"))
  end
end

local check = require("check")
local wrong, count = 0, 0
for _, file in ipairs(files) do
  for _, test in ipairs(dofile(("%s/test_%s.lua"):format(folder, file))) do
    local name, run = unpack(test)
    if name:find(vim.env.TEST_NAME or "", 1, true) then
      local start = os.clock()
      local fine, failure = xpcall(run, function(error)
        return debug.traceback(tostring(error), 2)
      end)
      local reported = check.reported()
      if reported[1] then
        fine, failure = false, (failure or "It reported: ") .. "\n" .. table.concat(reported, "\n")
      end
      check.tidy()
      count, wrong = count + 1, wrong + (fine and 0 or 1)
      local milliseconds = (os.clock() - start) * 1000
      io.write(("%s - %s: %s (%.0f ms of processor)\n"):format(fine and "ok" or "not ok", file, name, milliseconds))
      if not fine then
        io.write(failure, "\n")
      end
      io.flush()
    end
  end
end
io.write(("%d tests, %d failed\n"):format(count, wrong))
vim.cmd(wrong == 0 and count > 0 and "qall!" or "cquit 1")
