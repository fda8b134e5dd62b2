import type { ReactNode } from 'react'

/** Drawn by us after the well-known mark of each service. */
const drawings: Record<string, ReactNode> = {
	facebook: (
		<path d="M13.5 21v-8.5h3l.5-3.5h-3.5V7.2c0-1 .4-1.7 1.8-1.7H17V2.4A19 19 0 0 0 14.6 2C11.9 2 10 3.7 10 6.7V9H7v3.5h3V21" />
	),
	google: <path d="M20.5 12.2H12.4M20.5 12.2A8.5 8.5 0 1 1 17.6 5.6" />,
	steam: (
		<>
			<circle cx="15.5" cy="8.5" r="4" />
			<circle cx="15.5" cy="8.5" r="1.2" fill="currentColor" />
			<circle cx="8" cy="16.8" r="2.7" />
			<path d="M3 12.8l4 2M10.3 15.4l2.4-3.6" />
		</>
	),
	telegram: <path d="M21 4 3 11.2l5.6 2L18 7l-7.2 7.4-.3 5.1 3-3.5 4.2 3.2L21 4Z" strokeLinejoin="round" />,
	vk: <path d="M3.5 7c.4 6.6 3.7 10 8.6 10V7M12.1 12.2c3-.4 5.2-2.4 6-5.2M12.1 12.2c3.2.3 6 2.3 7.4 4.8" />,
	vk_id: (
		<>
			<rect x="3" y="5" width="18" height="14" rx="3" />
			<circle cx="8.7" cy="10.5" r="1.9" />
			<path d="M5.8 15.8c.7-1.7 1.7-2.4 2.9-2.4s2.2.7 2.9 2.4M14.5 10H18M14.5 14H18" />
		</>
	),
	yandex: <path d="M15.5 21V3.5h-2.7C9.6 3.5 8 5.3 8 8c0 2.3 1.2 3.6 3.3 5L7.5 21M11.3 13h4.2" />,
}

/** A small plate with the mark of a service; its name is beside it. */
export function ProviderMark({ provider }: { provider: string }) {
	return (
		<span className="grid size-9 shrink-0 place-items-center rounded-tag border border-line bg-shelf text-fore">
			<svg
				aria-hidden="true"
				viewBox="0 0 24 24"
				width="20"
				height="20"
				fill="none"
				stroke="currentColor"
				strokeWidth="1.9"
				strokeLinecap="round"
			>
				{drawings[provider]}
			</svg>
		</span>
	)
}
