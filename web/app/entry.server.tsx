import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { brandStyle, currentBrand } from '../server/brand.ts'
import { privatePath } from '../server/privatePaths.ts'
import { commonHeaders, ownMarkup, securityHeaders } from '../server/security.ts'
import { MarkContext } from './lib/mark.ts'

const renderLimit = 10_000

/**
 * Renders the whole document before answering: its inline scripts are allowed by their hashes, and those are known
 * only when all of it is there. What goes into a shared cache has to be complete anyway.
 */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
): Promise<Response> {
	const mark = randomUUID()
	const rendered = await render(
		<MarkContext value={mark}>
			<ServerRouter context={context} url={request.url} nonce={mark} />
		</MarkContext>,
		mark,
	)
	headers.set('Content-Type', 'text/html; charset=utf-8')
	if (privatePath.test(new URL(request.url).pathname)) headers.set('X-Robots-Tag', 'noindex')
	const { html, own } = ownMarkup(rendered.html, mark)
	const style = brandStyle(currentBrand())
	if (style) own.sheets.push(style)
	const page = style ? html.replace('</head>', `<style>${style}</style></head>`) : html
	for (const [name, value] of import.meta.env.DEV ? commonHeaders() : securityHeaders(own)) headers.set(name, value)
	return new Response(request.method === 'HEAD' ? null : page, { status: rendered.failed ? 500 : status, headers })
}

function render(page: React.ReactNode, nonce: string): Promise<{ html: string; failed: boolean }> {
	return new Promise((resolve, reject) => {
		let failed = false
		const parts: Buffer[] = []
		const sink = new Writable({
			write(part, _, done) {
				parts.push(part) // React never writes into a chunk it has passed on
				done()
			},
			final(done) {
				done()
				resolve({ html: Buffer.concat(parts).toString(), failed })
			},
		})
		const stream = renderToPipeableStream(page, {
			nonce,
			// Large parts would otherwise come at the end, to be moved into place by a script.
			progressiveChunkSize: Number.POSITIVE_INFINITY,
			onAllReady() {
				clearTimeout(timer)
				stream.pipe(sink)
			},
			onShellError: reject,
			onError() {
				failed = true
			},
		})
		const timer = setTimeout(() => stream.abort(), renderLimit)
	})
}
