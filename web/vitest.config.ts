import { defineConfig } from 'vitest/config'

export default defineConfig({
	resolve: { alias: { '~': new URL('./app', import.meta.url).pathname } },
	test: {
		environment: 'happy-dom',
		environmentOptions: { happyDOM: { settings: { fetch: { disableSameOriginPolicy: true } } } },
		include: ['app/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'tests/**/*.test.{ts,tsx}'],
		setupFiles: ['tests/setup.ts'],
		restoreMocks: true,
		// A busy machine is slow, not wrong.
		testTimeout: 30_000,
	},
})
