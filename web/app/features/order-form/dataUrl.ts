/** The security policy does not let `fetch` read data addresses. */
export function blobOf(dataUrl: string): Blob {
	const [head = '', body = ''] = dataUrl.split(',', 2)
	const bytes = Uint8Array.from(atob(body), (char) => char.charCodeAt(0))
	return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png' })
}
