import { defineConfig } from '@hey-api/openapi-ts'

// The camelCase twin of the contract goes in; app/api/caseMapping.ts maps names on the wire.
export default defineConfig({
	input: '../api/store.camel.gen.yaml',
	output: { path: 'app/api/gen', entryFile: false, importFileExtension: '.ts' },
	plugins: [
		{ name: '@hey-api/typescript', enums: false },
		{ name: '@hey-api/client-fetch', baseUrl: false },
		{ name: '@hey-api/sdk', auth: false },
		{ name: 'zod', dates: { offset: true } },
	],
})
