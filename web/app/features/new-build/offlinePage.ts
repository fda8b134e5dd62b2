/** From the second page on, one opened without a network is ours and not the browser's. */
export function registerOfflinePage(): void {
	// Refused where the browser stores nothing, or the address is not secure: then the browser's own page is shown.
	navigator.serviceWorker?.register('/sw.js').catch(() => {})
}
