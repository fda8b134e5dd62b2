// The only file of the storefront that reads the environment.

export interface Config {
	/** Where the storefront listens. */
	host: string
	port: number
	/** Where the storefront's server finds the API. */
	apiOrigin: string
	/** The address in the buyer's browser; the Host header is never used. */
	publicOrigin: string
	/** Pass /api and /media on to the API: for running without an edge in front. */
	proxy: boolean
	/** How long a shared page is cached, in milliseconds; 0 behind a cache that is purged. */
	pageTTL: number
	/** Where browsers report their errors, in the Sentry protocol; empty for nowhere. */
	sentryDsn: string
	/** Makes the API trust the headers about a visitor, as it trusts nginx; empty in development. */
	edgeSecret: string
	production: boolean
}

export function readConfig(env: Record<string, string | undefined>): Config {
	const [host, port] = address(env.WEB_ADDR ?? '127.0.0.1:3000')
	return {
		host,
		port,
		apiOrigin: new URL(env.API_ORIGIN ?? 'http://127.0.0.1:8080').origin,
		publicOrigin: new URL(env.PUBLIC_ORIGIN ?? `http://${host}:${port}`).origin,
		proxy: env.WEB_PROXY === '1',
		pageTTL: Number(env.WEB_KEEP_MS ?? 1_000),
		sentryDsn: env.SENTRY_DSN ? new URL(env.SENTRY_DSN).href : '',
		edgeSecret: env.LAREK_EDGE_SECRET ?? '',
		production: env.NODE_ENV === 'production',
	}
}

function address(text: string): [host: string, port: number] {
	const colon = text.lastIndexOf(':')
	const port = Number(text.slice(colon + 1))
	if (colon < 0 || !Number.isInteger(port)) throw new Error(`WEB_ADDR must be host:port, got ${text}`)
	return [text.slice(0, colon), port]
}

export const config = readConfig(process.env)
