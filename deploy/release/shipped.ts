// shipped.ts LOCK WORKSPACE: prints the folders of packages that a workspace needs while it runs, by the lock file.
import { readFileSync } from 'node:fs'

interface Entry {
	dependencies?: Record<string, string>
}
const [lock = '', workspace = ''] = process.argv.slice(2)
const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, Entry> }
const found = new Set<string>()

/** The folder that `name` is found in from another one, as Node looks for it. */
function folderOf(name: string, from: string): string {
	for (let at = from; ; at = at.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$|^[^/]+$/, '')) {
		const folder = [at, 'node_modules', name].filter(Boolean).join('/')
		if (folder in packages) return folder
		if (!at) throw new Error(`${lock} has no ${name}, which ${from} needs`)
	}
}

function ship(from: string) {
	for (const name of Object.keys(packages[from]?.dependencies ?? {})) {
		const folder = folderOf(name, from)
		// The image has one folder of packages.
		if (!folder.startsWith('node_modules/')) throw new Error(`${folder} is not at the top`)
		if (found.has(folder)) continue
		found.add(folder)
		ship(folder)
	}
}

ship(workspace)
for (const folder of [...found].sort()) process.stdout.write(`${folder}\n`)
