drill restore 1
