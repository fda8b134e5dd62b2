// Which messages there are, in Russian or in the fallback language.
import { readFileSync } from 'node:fs'

const known = new Set(['ru', 'en-US'].flatMap((locale) => keysOf(read(locale))))
const russian = read('ru')

function read(locale: string): unknown {
	return JSON.parse(readFileSync(new URL(`../messages/${locale}.json`, import.meta.url), 'utf8'))
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

/**
 * A message without parameters is written where it is used: `m['nav.games']()` becomes its text. As a module of its own
 * each costs an import, an export and a place in a file that pages load which never show it.
 */
export function writePlainMessages(code: string, messages: unknown = russian): string {
	return code.replace(/\bm\['([\w.]+)'\](\(\))?/g, (whole, key: string, call?: string) => {
		const text = key.split('.').reduce<unknown>((tree, part) => (tree as Record<string, unknown>)?.[part], messages)
		if (typeof text !== 'string' || /[{}\\]/.test(text)) return whole
		return call ? JSON.stringify(text) : `(() => ${JSON.stringify(text)})`
	})
}
