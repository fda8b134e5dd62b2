// Turns messages/*.json of the application in the current folder into app/paraglide, one small module per message, and
// one per table that the code imports: `~/paraglide/tables/status.ts` has the messages below `status` by their keys.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { compile } from '@inlang/paraglide-js'
import { type Messages, readMessages } from './plainMessages.ts'

await compile({
	project: './project.inlang',
	outdir: './app/paraglide',
	// One interface language: the locale is a literal, so bundlers drop the texts of every other one.
	strategy: ['baseLocale'],
	experimentalStaticLocale: '"ru"',
	isServer: 'import.meta.env.SSR',
	emitReadme: false,
	emitPrettierIgnore: false,
})
// A message without a fallback asks for the locale nevertheless; two thousand of them are kilobytes of the first load.
const folder = './app/paraglide/messages'
const question = /^\texperimentalStaticLocale \?\? options\.locale \?\? getLocale\(\)\n/gm
for (const name of await readdir(folder)) {
	const text = await readFile(`${folder}/${name}`, 'utf8')
	if (text.search(question) < 0) continue
	const plain = text
		.replace(question, '')
		.replace(/^import \{ getLocale, experimentalStaticLocale \} from '..\/runtime.js';\n/m, '')
		.replace(/\(\((inputs(?: = \{\})?), options = \{\}\) => \{/g, '(($1) => {')
	await writeFile(`${folder}/${name}`, plain)
}
const own = (await readdir('./messages')).filter((name) => /^ru.*\.json$/.test(name))
const messages = readMessages(own.map((name) => `./messages/${name}`))
await mkdir('./app/paraglide/tables', { recursive: true })
for (const name of await importedTables('./app')) {
	await writeFile(`./app/paraglide/tables/${name}.ts`, table(name, messages[name] as Messages))
}

async function importedTables(folder: string): Promise<Set<string>> {
	const names = new Set<string>()
	for (const file of await readdir(folder, { recursive: true })) {
		if (!/\.tsx?$/.test(file) || file.startsWith('paraglide')) continue
		const text = await readFile(`${folder}/${file}`, 'utf8')
		for (const [, name = ''] of text.matchAll(/'~\/paraglide\/tables\/(\w+)\.ts'/g)) names.add(name)
	}
	return names
}

/** A message without parameters is written in its place. */
function table(name: string, tree: Messages): string {
	const lines: string[] = []
	const walk = (below: Messages, path: string) => {
		for (const [key, value] of Object.entries(below)) {
			const at = path + key
			if (typeof value === 'object' && !Array.isArray(value)) walk(value, `${at}.`)
			else if (typeof value !== 'string' || /[{}\\]/.test(value)) lines.push(`'${at}': m['${name}.${at}'],`)
			else lines.push(`'${at}': () => ${JSON.stringify(value)},`)
		}
	}
	walk(tree, '')
	const start = lines.some((line) => line.includes(': m[')) ? "import { m } from '../messages.js'\n" : ''
	const camelName = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
	return `${start}export const ${camelName} = {\n${lines.join('\n')}\n}\n`
}
// The compiler's storage leaves 30-second timers behind.
process.exit(0)
