/** Debian's Chromium, quiet enough for a machine without a network, and allowed to run as root. */
export const chromium = {
	executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
	args: [
		'--no-sandbox',
		// The shop's edge has a self-signed certificate; a service worker needs more than ignoreHTTPSErrors.
		'--ignore-certificate-errors',
		'--disable-gpu',
		'--disable-quic',
		'--no-first-run',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
	],
}
