import { encode } from 'uqr'

/** A QR code as one path: dark on white in both themes, or no camera reads it. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const { data, size } = encode(text, { border: 2 })
	const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
	return (
		<svg
			role="img"
			aria-label={label}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			className="mx-auto size-44 rounded-control"
		>
			<rect width={size} height={size} fill="#fff" />
			<path d={squares.join('')} fill="#000" />
		</svg>
	)
}
