import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages.js'

/** A page without the layout of the shop: the awning, the sign, and one thing to say. */
export function Alone({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className="flex min-h-dvh flex-col">
			<div className="awning-light">
				<div className="awning" />
			</div>
			<main className="wrap grid flex-1 place-content-center justify-items-center py-8">
				<div className="card grid w-full max-w-110 gap-4 p-6 sm:w-110">
					<p className="head flex items-center gap-2.5 text-xl tracking-tighter" aria-hidden="true">
						<span className="lamp-mark" />
						{m['shop.name']()}
					</p>
					<h1 className="text-xl">{title}</h1>
					{children}
				</div>
			</main>
		</div>
	)
}
