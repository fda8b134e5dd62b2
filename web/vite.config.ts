import { execFile } from 'node:child_process'
import { plainMessages } from '@larek/tooling/plainMessages.ts'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { onlyRussian, russian, showMissingKeys } from './scripts/missingKeys.ts'
import { config } from './server/config.ts'

/** All but the client of the API: pages load that after hydration. */
const ours = /[\\/]app[\\/]|[\\/]packages[\\/](?!api[\\/](store|admin)[\\/])|lucide-react/

/**
 * What every page needs is one file, and modules shared by the same pages are in one file: a page loads almost nothing
 * it does not use. A file smaller than the threshold, before it is compressed, is merged with the nearest: on a slow
 * line each file costs its own headers and compresses alone.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
	{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 4 },
	{ name: 'router', test: /node_modules[\\/]react-router[\\/]/, priority: 3 },
	{ name: everyPage, test: ours, priority: 2 },
	{ name: startPage, test: ours, priority: 1, tags: ['$initial'], minShareCount: 2 },
	{
		name: 'some',
		test: ours,
		tags: ['$initial'],
		minShareCount: 2,
		entriesAware: true,
		entriesAwareMergeThreshold: 900,
	},
]

/** What the entry, the root and the layout import. */
function everyPage(id: string, graph: Rolldown.ChunkingContext): string | null {
	return isReachedFrom(/app[\\/](entry\.client|root|routes[\\/]shell)\.tsx/, id, graph) ? 'shop' : null
}

/** What the start page shares with others: one file instead of twenty small ones, each of which a phone has to request. */
function startPage(id: string, graph: Rolldown.ChunkingContext): string | null {
	return isReachedFrom(/app[\\/]routes[\\/]home\.tsx/, id, graph) ? 'goods' : null
}

/**
 * Whether a module is imported by a file, directly or not. Not the entry itself, which has to run after the routes are
 * there, and not what comes out of a file that names everything: messages and icons go where they are used.
 */
function isReachedFrom(from: RegExp, id: string, graph: Rolldown.ChunkingContext): boolean {
	const seen = new Set<string>()
	const isReached = (at: string): boolean => {
		if (from.test(at)) return true
		if (seen.has(at)) return false
		seen.add(at)
		return (graph.getModuleInfo(at)?.importers ?? []).some(isReached)
	}
	return !/paraglide|[\\/]icons[\\/]|entry\.client/.test(id) && isReached(id)
}

/** The names of all pages that share a file would be half of the document. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0]}-[hash].js`

const resolve = { alias: { '~': new URL('./app', import.meta.url).pathname } }
const proxied = { target: config.apiOrigin, changeOrigin: false }

export default defineConfig({
	plugins: [
		oneLocale(),
		missingMessages(),
		plainMessages(russian),
		inlined(),
		tailwindcss(),
		reactRouter(),
		messages(),
		builds(),
	],
	resolve,
	server: { fs: { allow: ['..'] }, proxy: { '/api': proxied, '/media': proxied } },
	build: { assetsInlineLimit: 0, target: 'es2023' },
	environments: {
		client: { build: { rolldownOptions: { output: { chunkFileNames, codeSplitting: { groups: chunks } } } } },
	},
})

/**
 * Each message asks for the locale while running and carries the fallback along, although there is one locale only.
 * While building, the Russian text is exported in its place, and the bundler drops the rest.
 */
function oneLocale(): Plugin {
	return {
		name: 'larek-one-locale',
		apply: 'build',
		transform: {
			filter: { id: /\/app\/paraglide\/messages\// },
			handler: (code) => ({ code: onlyRussian(code), map: null }),
		},
	}
}

/** A missing message shows its key instead of breaking the page. */
function missingMessages(): Plugin {
	return {
		name: 'larek-missing-messages',
		enforce: 'pre',
		transform: {
			filter: { id: /\/app\/(?!paraglide).*\.tsx?$/, code: "m['" },
			handler: (code) => ({ code: showMissingKeys(code), map: null }),
		},
	}
}

/** The development server serves its build's id too: it is always the newest. */
function builds(): Plugin {
	return {
		name: 'larek-builds',
		apply: 'serve',
		configureServer(server) {
			server.middlewares.use('/builds', (request, response) => {
				const isLatest = request.url?.startsWith('/latest.json')
				response.setHeader('Content-Type', 'application/json')
				response.end(JSON.stringify({ id: 'development', ...(isLatest ? { timestamp: Date.now() } : { rules: [] }) }))
			})
		},
	}
}

/** `import code from './x.ts?inlined'`: the module with all it imports as the text of a script, for the server to write. */
function inlined(): Plugin {
	return {
		name: 'larek-inlined',
		load: {
			filter: { id: /\?inlined$/ },
			async handler(id) {
				if (this.environment.name === 'client') return `export default ''`
				const entry = id.replace('?inlined', '')
				const lib = { entry, formats: ['iife' as const], name: 'early' }
				const built = await build({
					configFile: false,
					logLevel: 'silent',
					resolve,
					build: { write: false, lib, minify: true },
				})
				const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
				this.addWatchFile(entry)
				return `export default ${JSON.stringify(output[0].code.trim())}`
			},
		},
	}
}

/** Compiles the messages again when one is edited; the modules it writes reload by themselves. */
function messages(): Plugin {
	return {
		name: 'larek-messages',
		apply: 'serve',
		configureServer(server) {
			server.watcher.add('messages')
			server.watcher.on('change', (file) => {
				if (!file.includes('/messages/') || !file.endsWith('.json')) return
				execFile(process.execPath, ['../packages/tooling/messages.ts'], (error) => {
					if (error) server.config.logger.error(String(error))
				})
			})
		},
	}
}
