import type { ReactNode } from 'react'

export function GallerySection({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="card grid grid-cols-1 gap-4 p-5">
			<h2 className="text-lg">{title}</h2>
			{children}
		</section>
	)
}
