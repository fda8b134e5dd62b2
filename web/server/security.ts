import { createHash } from 'node:crypto'
import { config } from './config.ts'

// Nonces cannot be used: the same document is served to many people out of a cache. Each inline script and style
// attribute of the finished document is allowed by its own hash instead.
const inlineScript = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g
const styleAttribute = /<[^>]+?\sstyle="([^"]*)"/g

export function contentSecurityPolicy(html: string): string {
	const scripts = new Set<string>()
	for (const [, attributes = '', body = ''] of html.matchAll(inlineScript)) {
		// Data blocks such as JSON-LD are never run.
		if (!attributes.includes('application/ld+json')) scripts.add(hash(body))
	}
	const styles = new Set<string>()
	for (const [, style = ''] of html.matchAll(styleAttribute)) styles.add(hash(decode(style)))

	const rules = [
		"default-src 'none'",
		`script-src 'self'${list(scripts)}`,
		"style-src 'self'",
		`style-src-attr ${styles.size > 0 ? `'unsafe-hashes'${list(styles)}` : "'none'"}`,
		"img-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"manifest-src 'self'",
		// A payment may go on as a form posted to the provider.
		"form-action 'self' https:",
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"object-src 'none'",
	]
	if (config.publicOrigin.startsWith('https:')) rules.push('upgrade-insecure-requests')
	return rules.join('; ')
}

export function securityHeaders(html: string): Array<[name: string, value: string]> {
	return [['Content-Security-Policy', contentSecurityPolicy(html)], ...commonHeaders()]
}

export function commonHeaders(): Array<[name: string, value: string]> {
	const headers: Array<[string, string]> = [
		['X-Content-Type-Options', 'nosniff'],
		['Referrer-Policy', 'strict-origin-when-cross-origin'],
		['Cross-Origin-Opener-Policy', 'same-origin'],
		['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'],
	]
	if (config.publicOrigin.startsWith('https:')) {
		headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
	}
	return headers
}

function hash(text: string): string {
	return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function list(hashes: Set<string>): string {
	return [...hashes].map((one) => ` ${one}`).join('')
}

/** What React writes into an attribute, read back. */
function decode(text: string): string {
	return text
		.replaceAll('&quot;', '"')
		.replaceAll('&#x27;', "'")
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&')
}
