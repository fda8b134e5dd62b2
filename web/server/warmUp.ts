type Handler = (request: Request) => Promise<Response>

/**
 * Renders a page so often that its code is compiled, before the first visitor comes: the first pages of a new copy take
 * many times as long. Returns how often; less than `times` when `limit` milliseconds are over, or when rendering fails:
 * without the API a copy starts too, because the rest of the shop is better than nothing.
 */
export async function warmUp(render: Handler, page: string, times: number, limit: number): Promise<number> {
	const over = new AbortController()
	let rendered = 0
	const all = async () => {
		while (rendered < times && !over.signal.aborted) {
			const response = await render(new Request(page, { signal: over.signal }))
			await response.arrayBuffer()
			if (!response.ok) return
			rendered++
		}
	}
	let timer: NodeJS.Timeout | undefined
	const late = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, limit)
	})
	await Promise.race([all().catch(() => {}), late])
	clearTimeout(timer)
	over.abort()
	return rendered
}
