import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface SectionProps {
	title: string
	more?: { to: string; label: string }
	children: ReactNode
}

export function Section({ title, more, children }: SectionProps) {
	return (
		<section className="mb-12">
			<div className="mb-3 flex items-baseline justify-between gap-4">
				<h2 className="head text-xl md:text-2xl">{title}</h2>
				{more && (
					<Link
						to={more.to}
						className="inline-flex min-h-11 items-center text-sm whitespace-nowrap text-muted hover:text-fore"
					>
						{more.label} →
					</Link>
				)}
			</div>
			{children}
		</section>
	)
}

/** Shown instead of a list that could not be loaded or is empty. */
export function EmptyNote({ children }: { children: ReactNode }) {
	return <p className="card p-6 text-center text-muted">{children}</p>
}
