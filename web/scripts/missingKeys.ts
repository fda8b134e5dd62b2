// Which messages there are, in Russian or in the fallback language.
import { readMessages } from '@larek/tooling/plainMessages.ts'

const known = new Set(['ru', 'en-US'].flatMap((locale) => keysOf(read(locale))))
export const russian = read('ru')

function read(locale: string) {
	return readMessages([new URL(`../messages/${locale}.json`, import.meta.url).pathname])
}

function keysOf(value: unknown, prefix = ''): string[] {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return [prefix]
	return Object.entries(value).flatMap(([key, inner]) => keysOf(inner, prefix ? `${prefix}.${key}` : key))
}

/** `m['no.such']` becomes a message whose text is its key. */
export function showMissingKeys(code: string, keys: ReadonlySet<string> = known): string {
	return code.replace(/\bm\['([\w.]+)'\]/g, (whole, key: string) => (keys.has(key) ? whole : `(() => '${key}')`))
}

/** A compiled message with the Russian text in place of the choice; without one that is the fallback's. */
export function onlyRussian(code: string): string {
	return code.replace(/export \{ (\w+) as/, 'export { ru_$1 as')
}
