drill key 1
