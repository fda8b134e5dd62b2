import { encode } from 'uqr'

/** Drawn here, as one path: what is paid is between the buyer and the bank. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const { path, size } = qrPath(text)
	return (
		<svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" className="qr">
			<path d={path} fill="#000" />
		</svg>
	)
}

/** Runs of dark modules in a row become one bar. */
export function qrPath(text: string): { path: string; size: number } {
	const { data, size } = encode(text, { ecc: 'M', border: 0 })
	const bars: string[] = []
	for (const [y, row] of data.entries()) {
		for (let x = 0; x < size; x++) {
			if (!row[x]) continue
			const from = x
			while (row[x + 1]) x++
			bars.push(`M${from} ${y}h${x - from + 1}v1H${from}z`)
		}
	}
	return { path: bars.join(''), size }
}
