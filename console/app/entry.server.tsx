import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** Runs once, while building: it renders the empty document that nginx serves for every address. */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
	const html = renderToString(<ServerRouter context={context} url={request.url} />)
	headers.set('Content-Type', 'text/html')
	return new Response(`<!doctype html>${html}`, { status, headers })
}
