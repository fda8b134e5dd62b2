// Turns messages/ru.json into app/paraglide, one small module per message.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { compile } from '@inlang/paraglide-js'

await compile({
	project: './project.inlang',
	outdir: './app/paraglide',
	strategy: ['baseLocale'],
	experimentalStaticLocale: '"ru"',
	isServer: 'import.meta.env.SSR',
	emitReadme: false,
	emitPrettierIgnore: false,
})
// Every message asks for the locale, even when there is one only; two thousand of them are kilobytes of the first load.
const folder = './app/paraglide/messages'
for (const name of await readdir(folder)) {
	const text = await readFile(`${folder}/${name}`, 'utf8')
	const plain = text
		.replace(/^\texperimentalStaticLocale \?\? options\.locale \?\? getLocale\(\)\n/gm, '')
		.replace(/^import \{ getLocale, experimentalStaticLocale \} from '..\/runtime.js';\n/m, '')
		.replace(/\(\((inputs(?: = \{\})?), options = \{\}\) => \{/g, '(($1) => {')
	if (plain !== text) await writeFile(`${folder}/${name}`, plain)
}
// The compiler's storage leaves 30-second timers behind.
process.exit(0)
