// Package device names a browser and its system for lists of signed-in devices.
package device

import "strings"

// Name returns the names of a browser and its system for the list of devices. The
// first match counts: most browsers use several names.
func Name(userAgent string) string {
	browser := first(userAgent, "Браузер", [][2]string{
		{"YaBrowser/", "Яндекс Браузер"}, {"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	})
	system := first(userAgent, "", [][2]string{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"},
	})
	if system == "" {
		return browser
	}
	return browser + ", " + system
}

func first(text, otherwise string, names [][2]string) string {
	for _, n := range names {
		if strings.Contains(text, n[0]) {
			return n[1]
		}
	}
	return otherwise
}
