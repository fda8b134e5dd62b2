// JavaScript a visitor downloads, per route, brotli: before touching anything, and once the page has come alive.
// Fails when a page is over one of the two budgets.
import { stat } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import type { ServerBuild } from 'react-router'
import { wakeScript } from '../server/asleep.ts'

const budgets = { before: 95_000, alive: 130_000 }

const built = new URL('../build/server/index.js', import.meta.url).href
const { assets, routes }: ServerBuild = await import(built)
const wakeBytes = brotliCompressSync(wakeScript).length

let over = false
console.log('before   alive')
for (const [id, route] of Object.entries(routes)) {
	if (!route?.module.default || (route.path === undefined && !route.index)) continue
	if (Object.values(routes).some((other) => other?.parentId === id)) continue
	// Not the manifest: the router asks for the routes it needs, one by one.
	const files = new Set([assets.entry.module, ...assets.entry.imports])
	const path: string[] = []
	let wakes = true
	for (let at: string | undefined = id; at; at = routes[at]?.parentId) {
		path.unshift(routes[at]?.path ?? '')
		const handle = routes[at]?.module.handle as { alive?: boolean } | undefined
		if (handle?.alive) wakes = false
		const chunk = assets.routes[at]
		for (const file of [chunk?.module, ...(chunk?.imports ?? [])]) if (file) files.add(file)
	}
	let alive = wakeBytes
	for (const file of files) alive += (await stat(`build/client${file}.br`)).size
	const before = wakes ? wakeBytes : alive
	const name = `/${path.filter(Boolean).join('/')}`
	// A page that is alive at once belongs to one person; the first budget is for public ones.
	const tooBig = alive > budgets.alive || (wakes && before > budgets.before)
	over ||= tooBig
	console.log(`${kilobytes(before)}  ${kilobytes(alive)} KB  ${name}${tooBig ? '  OVER' : ''}`)
}
if (over) process.exit(1)

function kilobytes(bytes: number): string {
	return (bytes / 1000).toFixed(1).padStart(6)
}
