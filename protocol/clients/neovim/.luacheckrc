std = "luajit"
globals = { "vim" }
