// The router writes its start-up scripts into index.html. The console's content policy allows files only, so each of
// them becomes a file of its own, named by its content.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

const folder = 'build/client'
const page = `${folder}/index.html`
let html = await readFile(page, 'utf8')

for (const [whole, attributes = '', code = ''] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
	if (/\bsrc=/.test(attributes)) continue
	const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
	const name = `assets/start-${hash}.js`
	await writeFile(`${folder}/${name}`, code)
	// React takes an async script with an address for a stranger's and would not find its own while hydrating.
	const kept = attributes.replace(' async=""', '')
	html = html.replace(whole, () => `<script${kept} src="/console/${name}"></script>`)
}
// React passes over what it has not written into the head.
html = html.replace('</head>', `<meta name="version" content="${process.env.LAREK_VERSION ?? 'dev'}"/></head>`)
const left = html.match(/<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=/g)
if (left) throw new Error(`index.html has what the content policy forbids: ${left.join(', ')}`)
await writeFile(page, html)
