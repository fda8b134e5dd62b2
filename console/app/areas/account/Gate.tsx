import { useStore } from '@larek/shared/store.ts'
import type { ReactNode } from 'react'
import { Brand } from '~/kit/Brand.tsx'
import { shopName } from '~/kit/shopName.ts'
import { m } from '~/paraglide/messages.js'

interface GateProps {
	title: string
	subtitle?: ReactNode
	children: ReactNode
}

/** The card around the pages outside the console: sign-in, lock screen, invitation. */
export function Gate({ title, subtitle, children }: GateProps) {
	return (
		<main className="grid min-h-dvh content-center justify-items-center bg-night p-4">
			<title>{`${title} · ${m['console.name']({ shop: useStore(shopName) })}`}</title>
			<div className="card w-full max-w-92 overflow-hidden">
				<div className="awning" />
				<div className="grid gap-4 px-6 pt-5 pb-6">
					<div className="flex items-center gap-2">
						<Brand />
					</div>
					<div>
						<h1 className="text-lg font-semibold">{title}</h1>
						{subtitle && <p className="mt-1 text-muted">{subtitle}</p>}
					</div>
					{children}
				</div>
			</div>
		</main>
	)
}
