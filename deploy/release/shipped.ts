// Prints the folders of packages that the page server needs while it runs, as the lock file marks them.
import { readFileSync } from 'node:fs'

interface Entry {
	dev?: boolean
	devOptional?: boolean
	optional?: boolean
}
const [lock = ''] = process.argv.slice(2)
const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, Entry> }
for (const [folder, { dev, devOptional, optional }] of Object.entries(packages)) {
	if (folder && !dev && !devOptional && !optional) process.stdout.write(`${folder}\n`)
}
