// JavaScript a page fetches, per route, brotli. Fails when one is over its budget. The goal is 95 KB; React with its
// DOM and the router alone are 96, so the budgets are a little more than the current sizes.
import { readFile, stat } from 'node:fs/promises'
import type { ServerBuild } from 'react-router'

const budget = 132_500
const game = 139_500
const budgets: Record<string, number> = {
	'routes/game': game,
	// The same page before buyers see it.
	'routes/game-preview': game,
	'routes/pay': 135_500,
	'routes/order': 135_000,
}

const built = new URL('../build/server/index.js', import.meta.url).href
const { assets, routes }: ServerBuild = await import(built)

let over = false
for (const [id, route] of Object.entries(routes)) {
	if (!route?.module.default || (route.path === undefined && !route.index)) continue
	if (Object.values(routes).some((other) => other?.parentId === id)) continue
	const files = new Set([assets.entry.module, ...assets.entry.imports, assets.url])
	const path: string[] = []
	for (let at: string | undefined = id; at; at = routes[at]?.parentId) {
		path.unshift(routes[at]?.path ?? '')
		const chunk = assets.routes[at]
		for (const file of [chunk?.module, ...(chunk?.imports ?? [])]) if (file) files.add(file)
	}
	let bytes = 0
	for (const file of files) bytes += (await stat(`build/client${file}.br`)).size
	const tooBig = bytes > (budgets[id] ?? budget)
	over ||= tooBig
	console.log(
		`${kilobytes(bytes)} KB in ${String(files.size).padStart(2)} files  /${path.filter(Boolean).join('/')}${tooBig ? '  OVER' : ''}`,
	)
}
for (const [id, route] of Object.entries(assets.routes)) {
	// The router takes a part from its own file or from the route's; a build once left it in neither.
	for (const part of ['clientLoader', 'clientAction'] as const) {
		const has = part === 'clientLoader' ? route?.hasClientLoader : route?.hasClientAction
		if (!route || !has || route[`${part}Module`]) continue
		if (new RegExp(`\\bas ${part}\\b|\\b${part}[,}]`).test(await readFile(`build/client${route.module}`, 'utf8')))
			continue
		console.log(`${id}: its ${part} is in no file of the build`)
		over = true
	}
}
if (over) process.exit(1)

function kilobytes(bytes: number): string {
	return (bytes / 1000).toFixed(1).padStart(6)
}
