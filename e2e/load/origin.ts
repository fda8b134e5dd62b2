// A bare origin: sends the bytes and headers our edge sends for a page, ready compressed.
import { createServer, get } from 'node:http'

const [url = '', port] = process.argv.slice(2)
const left = new Set([
	'connection',
	'date',
	'age',
	'server',
	'x-cache',
	'cache-control',
	'keep-alive',
	'transfer-encoding',
])

get(url, { headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
	const parts: Buffer[] = []
	answer.on('data', (part) => parts.push(part))
	answer.on('end', () => {
		const body = Buffer.concat(parts)
		const headers = Object.entries(answer.headers).filter(([name]) => !left.has(name)) as Array<[string, string]>
		createServer((_, response) => {
			for (const [name, value] of headers) response.setHeader(name, value)
			response.setHeader('Cache-Control', 'public, s-maxage=3600')
			response.setHeader('Content-Length', body.length)
			response.end(body)
		}).listen(Number(port), '127.0.0.1')
	})
})
