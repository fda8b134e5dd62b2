import { hash as digest } from 'node:crypto'
import { config } from './config.ts'

/** What a finished document holds of our own making. */
export interface Own {
	/** Inline scripts, as they are written. */
	scripts: string[]
	/** Style attributes, as the browser reads them. */
	styles: string[]
	/** Style sheets inside the document. */
	sheets: string[]
}

/** A shop on a developer's machine: HSTS would apply to every other port of it too. */
const { protocol, hostname } = new URL(config.publicOrigin)
const isAtHome = protocol === 'http:' || hostname === 'localhost'

// A quote inside text or data is always escaped, so this occurs in tags only.
const styleAttribute = / style="([^"]*)"/g

/**
 * Reads a rendered document: the scripts that carry the mark of this render, and the style attributes outside of
 * markup that came from elsewhere. A script injected into an article has no mark, and gets no hash.
 */
export function ownMarkup(html: string, mark: string): { html: string; own: Own } {
	const attribute = ` nonce="${mark}"`
	const scripts: string[] = []
	for (const { attributes, body } of scriptsIn(html)) {
		// Files are allowed by their origin; data blocks such as JSON-LD are never run and have no mark.
		if (attributes.includes(attribute) && !/\ssrc=/.test(attributes)) scripts.push(body)
	}
	const open = `<!--${mark}-->`
	const close = `<!--/${mark}-->`
	const ours = html.split(open).map((part, at) => (at === 0 ? part : part.slice(part.indexOf(close))))
	const styles = ours.flatMap((part) => [...part.matchAll(styleAttribute)].map(([, style = '']) => decode(style)))
	return {
		html: html.replaceAll(attribute, '').replaceAll(open, '').replaceAll(close, ''),
		own: { scripts, styles, sheets: [] },
	}
}

/**
 * Nonces cannot be used: the same document is served to many visitors from a cache. Each inline script and style
 * attribute of ours is allowed by its own hash instead.
 */
export function contentSecurityPolicy(own: Own): string {
	const scripts = new Set(own.scripts.map(hash))
	const styles = new Set(own.styles.map(hash))
	const rules = [
		"default-src 'none'",
		`script-src 'self'${list(scripts)}`,
		`style-src 'self'${list(new Set(own.sheets.map(hash)))}`,
		`style-src-attr ${styles.size > 0 ? `'unsafe-hashes'${list(styles)}` : "'none'"}`,
		"img-src 'self' data: blob:",
		"font-src 'self'",
		`connect-src 'self'${config.sentryDsn && ` ${new URL(config.sentryDsn).origin}`}`,
		"manifest-src 'self'",
		// A payment may go on as a form posted to the provider, or by a redirect after our own; in development
		// the provider has no https.
		`form-action 'self' https:${isAtHome ? ' http:' : ''}`,
		"frame-ancestors 'none'",
		"base-uri 'none'",
		"object-src 'none'",
	]
	if (!isAtHome) rules.push('upgrade-insecure-requests')
	return rules.join('; ')
}

export function securityHeaders(own: Own): Array<[name: string, value: string]> {
	return [['Content-Security-Policy', contentSecurityPolicy(own)], ...commonHeaders()]
}

export function commonHeaders(): Array<[name: string, value: string]> {
	const headers: Array<[string, string]> = [
		['X-Content-Type-Options', 'nosniff'],
		['Referrer-Policy', 'strict-origin-when-cross-origin'],
		['Cross-Origin-Opener-Policy', 'same-origin'],
		['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'],
	]
	if (!isAtHome) {
		headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
	}
	return headers
}

/** A search for plain text: an expression crawling through a whole document costs as much as a tenth of its render. */
function* scriptsIn(html: string): Generator<{ attributes: string; body: string }> {
	for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
		const open = html.indexOf('>', at)
		const close = html.indexOf('</script>', open)
		if (open < 0 || close < 0) return
		yield { attributes: html.slice(at + '<script'.length, open), body: html.slice(open + 1, close) }
		at = close
	}
}

function hash(text: string): string {
	return `'sha256-${digest('sha256', text, 'base64')}'`
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
