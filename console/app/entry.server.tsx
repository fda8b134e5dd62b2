import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** Runs once, while building: it renders the empty document that nginx serves for every address. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
	const html = await renderToReadableStream(<ServerRouter context={context} url={request.url} />)
	await html.allReady
	headers.set('Content-Type', 'text/html')
	return new Response(html, { status, headers })
}
