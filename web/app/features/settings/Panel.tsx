import { type ReactNode, useId } from 'react'

/** One subject of the settings. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
	const heading = useId()
	return (
		<section aria-labelledby={heading} className="card grid min-w-0 gap-4 p-5">
			<h2 id={heading} className="text-lg">
				{title}
			</h2>
			{children}
		</section>
	)
}
