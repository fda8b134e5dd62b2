// Small scenes of the market, drawn by us: what the buyer sees in the game at each step.
import type { ReactNode } from 'react'

function Scene({ children }: { children: ReactNode }) {
	return (
		<svg viewBox="0 0 96 72" aria-hidden="true" className="lot-scene" fill="none" strokeWidth="2">
			<rect x="1" y="1" width="94" height="70" rx="10" className="lot-wall" />
			{children}
		</svg>
	)
}

/** Shelves with the lots of other sellers under an awning. */
export function Market() {
	return (
		<Scene>
			<path
				d="M16 14h64l4 10a6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0 6 6 0 0 1-12 0z"
				className="lot-lamp"
			/>
			{[0, 1, 2].map((n) => (
				<g key={n} transform={`translate(${16 + n * 23} 36)`}>
					<rect width="18" height="26" rx="3" className="lot-tile" />
					<path d="M4 20h10" className="lot-line" />
					<path d="M9 4l5 5-5 5-5-5z" className={n === 1 ? 'lot-lamp' : 'lot-dim'} />
				</g>
			))}
		</Scene>
	)
}

/** One thing out of the bag, put up. */
export function Skin() {
	return (
		<Scene>
			<rect x="28" y="10" width="40" height="52" rx="5" className="lot-tile" />
			<path d="M48 18l13 13-13 13-13-13z" className="lot-lamp" />
			<path d="M36 53h24" className="lot-line" />
			<path d="M14 44v-16m0 0l-6 6m6-6l6 6M82 44v-16m0 0l-6 6m6-6l6 6" className="lot-line" />
		</Scene>
	)
}

/** The field where the price is typed, to the hundredth. */
export function PriceField({ price }: { price: string }) {
	return (
		<Scene>
			<path d="M14 18h30" className="lot-line" />
			<rect x="12" y="26" width="72" height="26" rx="5" className="lot-tile lot-lit" />
			<text x="48" y="44" textAnchor="middle" className="lot-text">
				{price}
			</text>
			<path d="M62 61h20" className="lot-line" />
		</Scene>
	)
}

/** Coins coming in. */
export function Gold() {
	return (
		<Scene>
			{[50, 42, 34].map((y) => (
				<path key={y} d={`M26 ${y}v6c0 4 8 7 18 7s18-3 18-7v-6`} className="lot-coin" />
			))}
			<ellipse cx="44" cy="34" rx="18" ry="7" className="lot-lamp" />
			<circle cx="72" cy="22" r="11" className="lot-mint" />
			<path d="M67 22l4 4 6-8" className="lot-tick" />
		</Scene>
	)
}
