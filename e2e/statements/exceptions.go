package main

// exceptions are statements that may be long, each with its reason.
var exceptions = map[string]string{
	"DigestOfRange": "the proof of the books reads thousands of entries at a time, in the background",
}

// wholeTables are statements that read a table of orders from end to end on purpose, each with
// its reason.
var wholeTables = map[string]string{
	"Forget":      "larek figures rebuild empties the sums",
	"RememberAll": "larek figures rebuild reads every event",
}
