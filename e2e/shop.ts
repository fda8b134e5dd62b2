// What a story may change in the shop it runs against.
import { execFileSync } from 'node:child_process'

const required = (name: string): string => {
	const value = process.env[name]
	if (!value) throw new Error(`${name} is not set: run through e2e/with-shop`)
	return value
}

export const shopUrl = required('SHOP_URL')
export const varnishUrl = required('VARNISH_URL')

export function sql(text: string): string {
	return execFileSync('psql', ['-qAt', required('DATABASE_URL'), '-c', text], { encoding: 'utf8' }).trim()
}

/** Makes the API unreachable for the storefront and the edge, or reachable again. */
export async function api(state: 'open' | 'close'): Promise<void> {
	await fetch(`${required('GATE_URL')}/gate/${state}`, { method: 'POST' })
}

/** Asks the cache itself, from an address of our choice. */
export function purge(tag: string, from = '127.0.0.1'): number {
	const args = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '--interface', from, '-X', 'PURGE']
	return Number(execFileSync('curl', [...args, '-H', `xkey-purge: ${tag}`, varnishUrl], { encoding: 'utf8' }))
}
