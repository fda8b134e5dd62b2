// Turns messages/ru.json into app/paraglide, one small module per message.
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
// The compiler's storage leaves 30-second timers behind.
process.exit(0)
