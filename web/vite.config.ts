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
 * What every page needs is one file, and so is what the same pages share: a phone pays for each file with a request, its
 * headers and a start of the compression. A file smaller than the threshold, before it is compressed, is merged with
 * the nearest. A group takes what its modules import along, so the most shared come first.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
	{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 10 },
	{ name: 'router', test: /node_modules[\\/]react-router[\\/]/, priority: 9 },
	importedBy('shop', 8, (by) => by('entry.client') || by('root') || by('shell')),
	importedBy('goods', 7, (by, pages) => pages > 1 && (by('home') || (by('game') && by('order')))),
	importedBy('buy', 6, (by) => by('game') && by('pay')),
	importedBy('rest', 5, (by, pages) => by('game') && pages > (by('game-preview') ? 2 : 1)),
	{
		name: 'some',
		test: ours,
		tags: ['$initial'],
		minShareCount: 2,
		priority: 4,
		entriesAware: true,
		entriesAwareMergeThreshold: 900,
	},
	{ ...importedBy('some', 3, (by, pages) => pages > 1 && Object.keys(parts).some(by)), entriesAware: true },
	importedBy('api', 2, (by) => by('api')),
	importedBy('ahead', 1, (by) => by('ahead')),
	importedBy('form-ahead', 0, (by) => by('form-ahead')),
]

/** What waits: until the browser is idle, on every page and on the order form, and until the API is called. */
const parts = {
	ahead: /[\\/](SignInMethods|SearchSuggestions|CountryList)\.tsx/,
	api: /[\\/](browser|startSignIn|chooseCountry)\.ts$/,
	'form-ahead': /[\\/](SavedPlayers|PasteButton|ConfirmSheet)\.tsx/,
}
const page = /app[\\/](?:routes[\\/])?(entry\.client|root|[\w-]+)\.tsx/

/** A file of the modules that the right pages and parts import, directly or not. */
function importedBy(
	name: string,
	priority: number,
	isRight: (by: (page: string) => boolean, pages: number) => boolean,
): Rolldown.CodeSplittingGroup {
	return {
		priority,
		name(id, graph) {
			const pages = importersOf(id, graph)
			return isRight((one) => pages.has(one), pages.size) ? name : null
		},
	}
}

/**
 * The pages and parts that import a module. Not the entry itself, which has to run after the routes are there, and not
 * what comes out of a file that names everything: messages and icons go where they are used.
 */
function importersOf(id: string, graph: Rolldown.ChunkingContext): Set<string> {
	const found = new Set<string>()
	const seen = new Set<string>()
	const climb = (at: string) => {
		if (seen.has(at)) return
		seen.add(at)
		const part = Object.entries(parts).find(([, files]) => files.test(at))?.[0]
		const name = part ?? page.exec(at)?.[1]
		if (name) found.add(name)
		for (const next of graph.getModuleInfo(at)?.importers ?? []) climb(next)
	}
	if (!/paraglide|[\\/]icons[\\/]|entry\.client/.test(id)) climb(id)
	return found
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
