// Before the first paint: the theme chosen on this device, or none, which follows the system.
try {
	const theme = localStorage.getItem('larek.console.theme')
	if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
	// A browser that keeps nothing follows the system.
}
