import { defineConfig } from 'vitest/config'

const folder = (path: string) => new URL(path, import.meta.url).pathname

export default defineConfig({
	resolve: { alias: { '~': folder('./app') } },
	test: {
		environment: 'happy-dom',
		environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
		include: ['{app,scripts,tests}/**/*.test.{ts,tsx}'],
		setupFiles: ['tests/setup.ts'],
		restoreMocks: true,
		unstubGlobals: true,
		// Loading the icons takes longer than all tests: once is enough.
		isolate: false,
		// Tests are slow on a busy machine.
		testTimeout: 30_000,
	},
})
