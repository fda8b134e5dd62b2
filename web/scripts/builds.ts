// Says which build this is: builds/latest.json for pages that are open in browsers, builds/meta/{id}.json with its
// rules. The id is the hash the router gives its manifest, so the same sources make the same id.
import { mkdir, writeFile } from 'node:fs/promises'
import type { ServerBuild } from 'react-router'
import { cacheablePages } from '../server/cacheablePages.ts'

const built = new URL('../build/server/index.js', import.meta.url).href
const build: ServerBuild = await import(built)
const folder = 'build/client/builds'
const id = build.assets.version

await mkdir(`${folder}/meta`, { recursive: true })
// A release is built twice and compared: its time is that of its commit.
const timestamp = Number(process.env.SOURCE_DATE_EPOCH ?? Date.now() / 1_000) * 1_000
await writeFile(`${folder}/latest.json`, JSON.stringify({ id, timestamp: Math.round(timestamp) }))
await writeFile('build/version', process.env.LAREK_VERSION ?? 'dev')
await writeFile(
	`${folder}/meta/${id}.json`,
	JSON.stringify({ id, rules: cacheablePages(build).map(({ path }) => ({ path, cached: true })) }),
)
// The pages' modules may have started timers.
process.exit(0)
