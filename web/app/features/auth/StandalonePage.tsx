import type { ReactNode } from 'react'
import { shopName } from '~/lib/shop.ts'

/** A page without the layout of the shop: the awning, the sign, and one message. */
export function StandalonePage({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div className="flex min-h-dvh flex-col">
			<div className="awning-light">
				<div className="awning" />
			</div>
			<main className="wrap grid flex-1 grid-cols-[minmax(0,440px)] place-content-center py-8">
				<div className="card grid w-full gap-4 p-6">
					<p className="head flex items-center gap-2.5 text-xl tracking-tighter" aria-hidden="true">
						<span className="lamp-mark" />
						{shopName()}
					</p>
					<h1 className="text-xl">{title}</h1>
					{children}
				</div>
			</main>
		</div>
	)
}
