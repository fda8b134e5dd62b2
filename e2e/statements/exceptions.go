package main

// exceptions are statements that may be long, each with its reason.
var exceptions = map[string]string{}
