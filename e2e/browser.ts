/** Debian's Chromium, quiet enough for a machine without a network, and allowed to run as root. */
export const chromium = {
	executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
	args: [
		'--no-sandbox',
		'--disable-gpu',
		'--disable-quic',
		'--no-first-run',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
	],
}
