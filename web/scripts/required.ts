// Writes app/api/required.gen.ts: which parameters each call cannot do without, read from the generated schemas.
// The schemas themselves are too heavy for the browser.
import { readFile, writeFile } from 'node:fs/promises'
import * as schemas from '../app/api/gen/zod.gen.ts'

const sdk = await readFile('app/api/gen/sdk.gen.ts', 'utf8')
const calls = sdk.matchAll(/export const (\w+) = .*?\.(get|post)<[^(]*\(\{\s*(?:\.\.\.\w+,\s*)?url: '([^']+)'/gs)

const table: Record<string, string[]> = {}
for (const [, name = '', method = '', url = ''] of calls) {
	const prefix = `z${name[0]?.toUpperCase()}${name.slice(1)}`
	const names = [...requiredIn(`${prefix}Query`), ...requiredIn(`${prefix}Body`)]
	if (names.length > 0) table[`${method.toUpperCase()} ${url}`] = names
}

const rows = Object.entries(table).map(([call, names]) => `\t'${call}': [${names.map((n) => `'${n}'`).join(', ')}],`)
await writeFile(
	'app/api/required.gen.ts',
	`// Written by scripts/required.ts.\n\nexport const required: Record<string, string[]> = {\n${rows.join('\n')}\n}\n`,
)

function requiredIn(schema: string): string[] {
	const found = (schemas as Record<string, unknown>)[schema] as
		| { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> }
		| undefined
	return Object.entries(found?.shape ?? {})
		.filter(([, field]) => !field.safeParse(undefined).success)
		.map(([name]) => name)
}
