package main

// emptyHere are the panels for which a shop with the sandbox has no data, and why.
var emptyHere = map[string]string{
	"Orders with a step that keeps failing":  "no step failed for five minutes",
	"Registries that did not come, by party": "none is late",
	"Replica lags by":                        "there is no replica, and Debian's exporter is too old to say so",
	"Age of the oldest task":                 "a developer's Temporal shows no metrics",
	"Tasks that wait":                        "a developer's Temporal shows no metrics",
}
