drill standby 1
