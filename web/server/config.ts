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
	/** How long a copy that was asked to stop goes on serving, until the edge has noticed. */
	drainMs: number
	/** Where browsers report their errors, in the Sentry protocol; empty for nowhere. */
	sentryDsn: string
	/** Makes the API trust the headers about a visitor, as it trusts nginx; empty in development. */
	edgeSecret: string
	production: boolean
	/** Pages for developers are served too. */
	development: boolean
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
		drainMs: Number(env.WEB_DRAIN_MS ?? (env.NODE_ENV === 'production' ? 4_000 : 0)),
		sentryDsn: env.SENTRY_DSN ? new URL(env.SENTRY_DSN).href : '',
		edgeSecret: env.LAREK_EDGE_SECRET ?? '',
		production: env.NODE_ENV === 'production',
		development: env.LAREK_ENV === 'development',
	}
}

/** What a page server in production cannot run without; said all at once. */
export function missingSettings(env: Record<string, string | undefined>): string[] {
	const needed = {
		WEB_ADDR: 'where the page server listens, host:port',
		API_ORIGIN: 'where the API is',
		PUBLIC_ORIGIN: "the address in the buyer's browser",
		// A developer's API trusts every header.
		...(env.LAREK_ENV !== 'development' && {
			LAREK_EDGE_SECRET: 'as the API has it; or in the file LAREK_SECRETS_FILE',
		}),
	}
	return Object.entries(needed).flatMap(([name, what]) => (env[name] ? [] : [`${name}: ${what}`]))
}

function address(text: string): [host: string, port: number] {
	const colon = text.lastIndexOf(':')
	const port = Number(text.slice(colon + 1))
	if (colon < 0 || !Number.isInteger(port)) throw new Error(`WEB_ADDR must be host:port, got ${text}`)
	return [text.slice(0, colon), port]
}

export const config = readConfig(process.env)
