/** The shop itself, drawn: a lit window under the awning, with goods on the shelf. */
export function KioskIllustration({ className }: { className?: string }) {
	const flaps = Array.from({ length: 10 }, (_, at) => at)
	return (
		<svg
			viewBox="0 0 600 380"
			preserveAspectRatio="xMidYMid slice"
			className={className}
			aria-hidden="true"
			role="presentation"
		>
			<defs>
				<radialGradient id="kiosk-light" cx=".5" cy=".28" r=".75">
					<stop stopColor="#ffe2a0" stopOpacity=".95" />
					<stop offset=".45" stopColor="#ffb52e" stopOpacity=".32" />
					<stop offset="1" stopColor="#ffb52e" stopOpacity="0" />
				</radialGradient>
				<radialGradient id="kiosk-street" cx=".5" cy=".5" r=".5">
					<stop stopColor="var(--color-lamp)" stopOpacity=".22" />
					<stop offset="1" stopColor="var(--color-lamp)" stopOpacity="0" />
				</radialGradient>
			</defs>
			<ellipse cx="300" cy="346" rx="250" ry="24" fill="url(#kiosk-street)" />
			<ellipse cx="300" cy="340" rx="210" ry="11" fill="#05080d" opacity=".7" />
			<path d="M104 70h392v264H104z" fill="#1a2434" />
			<path d="M104 282h392v52H104z" fill="#141c29" />
			<path d="M124 122h352v150H124z" fill="#0f151f" />
			<path d="M124 122h352v150H124z" fill="url(#kiosk-light)" />
			<path d="M300 100v22" stroke="#0b0f17" strokeWidth="4" />
			<path d="M282 122h36l10 18h-56z" fill="#2b3648" />
			<circle cx="300" cy="142" r="8" fill="#fff3cf" />
			<path d="M146 234h308v9H146z" fill="#6b430c" />
			<path d="M146 243h308v4H146z" fill="#3b2506" />
			<g>
				<rect x="166" y="172" width="58" height="62" rx="10" fill="#46d9a0" />
				<path d="m195 182 17 21-17 21-17-21z" fill="#0d3b2b" />
				<rect x="236" y="186" width="64" height="48" rx="10" fill="#6cc5ff" />
				<circle cx="268" cy="210" r="14" fill="none" stroke="#0d2c45" strokeWidth="6" />
				<rect x="312" y="168" width="56" height="66" rx="10" fill="#ff7a70" />
				<path d="M341 178c5 16 17 22 17 37a17 17 0 0 1-34 0c0-12 11-18 17-37z" fill="#4d120d" />
				<rect x="380" y="184" width="70" height="50" rx="8" fill="#f6f1e4" />
				<path d="M392 200h46M392 210h30" stroke="#1b1b1b" strokeWidth="4" strokeLinecap="round" />
				<path d="M392 222h46" stroke="#1b1b1b" strokeWidth="6" strokeDasharray="3 3" />
			</g>
			<rect x="256" y="294" width="88" height="20" rx="6" fill="#0b0f17" />
			<path d="M286 304h28" stroke="var(--color-lamp)" strokeWidth="4" strokeLinecap="round" />
			{flaps.map((at) => (
				<path
					key={at}
					d={`M${90 + at * 42} 50h42v44a21 21 0 0 1-42 0z`}
					fill={at % 2 === 0 ? 'var(--color-lamp)' : '#e9e2cf'}
				/>
			))}
			<path d="M90 50h420v12H90z" fill="#000" opacity=".14" />
		</svg>
	)
}
