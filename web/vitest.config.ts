import { defineConfig } from 'vitest/config'

export default defineConfig({
	resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
	test: {
		environment: 'happy-dom',
		environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
		include: ['{app,scripts,server,tests}/**/*.test.{ts,tsx}'],
		setupFiles: ['tests/setup.ts'],
		restoreMocks: true,
		// Tests are slow on a busy machine.
		testTimeout: 30_000,
	},
})
