import { defineConfig, type UserConfig } from '@hey-api/openapi-ts'

// The camelCase twin of a contract goes in; app/api/caseMapping.ts maps names on the wire.
const client = (contract: string, path: string, plugins: UserConfig['plugins'] = []): UserConfig => ({
	input: `../api/${contract}.camel.gen.yaml`,
	output: { path, entryFile: false, importFileExtension: '.ts' },
	plugins: [
		{ name: '@hey-api/typescript', enums: false },
		{ name: '@hey-api/client-fetch', baseUrl: false },
		{ name: '@hey-api/sdk', auth: false },
		...plugins,
	],
})

export default defineConfig([
	client('store', 'app/api/gen', [{ name: 'zod', dates: { offset: true } }]),
	client('admin', '../console/app/api/gen'),
])
