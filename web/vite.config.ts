import { execFile } from 'node:child_process'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { config } from './server/config.ts'

const proxied = { target: config.apiOrigin, changeOrigin: false }

export default defineConfig({
	plugins: [oneLocale(), tailwindcss(), reactRouter(), messages()],
	resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
	server: { proxy: { '/api': proxied, '/media': proxied } },
	build: { assetsInlineLimit: 0, target: 'es2023' },
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
			handler: (code) => ({ code: code.replace(/export \{ (\w+) as/, 'export { ru_$1 as'), map: null }),
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
				execFile(process.execPath, ['scripts/messages.ts'], (error) => {
					if (error) server.config.logger.error(String(error))
				})
			})
		},
	}
}
