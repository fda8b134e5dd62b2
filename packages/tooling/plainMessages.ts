// Writes messages without parameters where they are used. For the builds of both applications.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

export type Messages = { [name: string]: Messages | string | unknown[] }

/** The texts of several files: each has a part of the tree. */
export function readMessages(files: string[]): Messages {
	const merge = (into: Messages, from: Messages): Messages => {
		for (const [name, value] of Object.entries(from)) {
			const there = into[name]
			into[name] = isTree(there) && isTree(value) ? merge(there, value) : value
		}
		return into
	}
	return files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Messages).reduce(merge, {})
}

const isTree = (value: Messages[string] | undefined): value is Messages =>
	typeof value === 'object' && !Array.isArray(value)

/**
 * A message without parameters is written where it is used: `m['nav.games']()` becomes its text. As a module of its own
 * each costs an import, an export and a place in a file that pages load which never show it.
 */
export function writePlainMessages(code: string, messages: Messages): string {
	return code.replace(/\bm\['([\w.]+)'\](\(\))?/g, (whole, key: string, call?: string) => {
		const text = key.split('.').reduce<unknown>((tree, part) => (tree as Messages | undefined)?.[part], messages)
		if (typeof text !== 'string' || /[{}\\]/.test(text)) return whole
		return call ? JSON.stringify(text) : `(() => ${JSON.stringify(text)})`
	})
}

export function plainMessages(messages: Messages): Plugin {
	return {
		name: 'larek-plain-messages',
		// Not `build` alone: the router decides which parts of a route get a file of their own by reading it through a
		// development server, and has to read what is built.
		apply: (_, { mode }) => mode === 'production',
		enforce: 'pre',
		transform: {
			filter: { id: /\/app\/(?!paraglide).*\.tsx?(\?|$)/, code: "m['" },
			handler: (code) => ({ code: writePlainMessages(code, messages), map: null }),
		},
	}
}
