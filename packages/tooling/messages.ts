// Turns messages/*.json of the application in the current folder into app/paraglide, one small module per message.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { compile } from '@inlang/paraglide-js'

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
// The compiler's storage leaves 30-second timers behind.
process.exit(0)
