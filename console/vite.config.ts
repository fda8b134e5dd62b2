import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { plainMessages, readMessages } from '@larek/tooling/plainMessages.ts'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const folder = (path: string) => new URL(path, import.meta.url).pathname
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

/**
 * Packages are one file, which a release does not change. Every screen is built of the kit, so it comes once, with the
 * shell, and a page brings only what is its own. The palette is loaded when it is opened, dialogs and the bar
 * of selected rows with the pages that show them.
 */
const chunks = [
	{
		name: 'vendor',
		test: /node_modules[\\/](react|react-dom|scheduler|react-router|@base-ui|@floating-ui|@hookform|react-hook-form|zod|@tanstack|sonner)[\\/]/,
		priority: 1,
	},
	{ name: 'kit', test: /[\\/]app[\\/]kit[\\/](?!Palette|found|ActionDialog|ReasonFields|Newer|BulkBar)|caseMapping/ },
]
const texts = readMessages(readdirSync(folder('./messages')).map((name) => folder(`./messages/${name}`)))

export default defineConfig({
	base: '/console/',
	plugins: [plainMessages(texts), noStyleElements(), tailwindcss(), reactRouter(), messages()],
	resolve: { alias: { '~': folder('./app') } },
	server: {
		proxy: { '/api': { target: api, changeOrigin: false } },
		fs: { allow: ['..'] },
	},
	build: { assetsInlineLimit: 0, target: 'es2023' },
	environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
})

/**
 * sonner writes its styles into the page while it loads, which the content policy forbids. They come from its style
 * sheet instead (app/styles/app.css).
 */
function noStyleElements(): Plugin {
	return {
		name: 'larek-no-style-elements',
		transform: {
			filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
			handler: (code) => ({ code: code.replace(/^__insertCSS\(.*\);?$/m, ''), map: null }),
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
