package main

// exceptions are statements that may be long, each with its reason.
var exceptions = map[string]string{
	"DigestOfRange": "the proof of the books reads thousands of entries at a time, in the background",
}
