import { type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { config } from './config.ts'

/** Passes a request on to the API as it is. Only for running without an edge; the edge does this in production. */
export function proxy(request: IncomingMessage, response: ServerResponse): void {
	// Headers that only an edge may set.
	const { 'x-client-country': _, ...headers } = request.headers
	const onward = sendRequest(`${config.apiOrigin}${request.url}`, { method: request.method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers)
		answer.pipe(response)
	})
	onward.on('error', () => {
		if (response.headersSent) response.destroy()
		else response.writeHead(503, { 'Retry-After': '1' }).end()
	})
	response.on('close', () => onward.destroy())
	request.pipe(onward)
}
