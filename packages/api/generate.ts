// Writes the clients of both contracts, store/ and admin/, from their camelCase variants in .dev/contract, which
// `go run ./internal/contract/gen` leaves there. caseMapping.ts maps the names on the wire.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createClient, type UserConfig } from '@hey-api/openapi-ts'
import { parse } from 'yaml'

const contracts = '../../.dev/contract'

await createClient(
	['store', 'admin'].map(
		(name): UserConfig => ({
			input: `${contracts}/${name}.yaml`,
			output: { path: name, entryFile: false, importFileExtension: '.ts' },
			plugins: [
				{ name: '@hey-api/typescript', enums: false },
				{ name: '@hey-api/client-fetch', baseUrl: false },
				{ name: '@hey-api/sdk', auth: false },
			],
		}),
	),
)
await shareRuntime()
await writeRequired()

/** Both clients come with the same runtime; one copy is enough. */
async function shareRuntime() {
	for (const folder of ['client', 'core']) await rm(`admin/${folder}`, { recursive: true })
	for (const file of ['admin/client.gen.ts', 'admin/sdk.gen.ts']) {
		const code = await readFile(file, 'utf8')
		await writeFile(file, code.replaceAll("'./client/", "'../store/client/").replaceAll("'./core/", "'../store/core/"))
	}
}

interface Schema {
	$ref?: string
	default?: unknown
	required?: string[]
	properties?: Record<string, Schema>
	allOf?: Schema[]
}
interface Operation {
	parameters?: { in?: string; name: string; required?: boolean; schema?: Schema }[]
	requestBody?: { content: Record<string, { schema: Schema }> }
}

/** Which parameters each call cannot do without, so that a call that lacks one is not made. */
async function writeRequired() {
	const contract = parse(await readFile(`${contracts}/store.yaml`, 'utf8')) as {
		paths: Record<string, Record<string, Operation>>
		components: { schemas: Record<string, Schema> }
	}
	const resolve = ({ $ref, ...own }: Schema): Schema =>
		$ref ? (contract.components.schemas[$ref.replace(/^.*\//, '')] ?? {}) : own
	const fieldsOf = (schema: Schema): string[] => {
		const { required = [], properties = {}, allOf = [] } = resolve(schema)
		const own = Object.keys(properties).filter(
			(name) => required.includes(name) && resolve(properties[name] ?? {}).default === undefined,
		)
		return [...own, ...allOf.flatMap(fieldsOf)]
	}
	const rows = Object.entries(contract.paths).flatMap(([path, operations]) =>
		Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
			const query = parameters.filter((p) => p.in === 'query' && p.required && p.schema?.default === undefined)
			const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => fieldsOf(schema))
			const names = [...query.map(({ name }) => name), ...(bodies[0] ?? [])]
			const list = names.map((name) => `'${name}'`).join(', ')
			return names.length > 0 ? [`\t'${method.toUpperCase()} ${path}': [${list}],`] : []
		}),
	)
	await writeFile(
		'store/required.gen.ts',
		`// Written by generate.ts.\n\nexport const required: Record<string, string[]> = {\n${rows.join('\n')}\n}\n`,
	)
}
