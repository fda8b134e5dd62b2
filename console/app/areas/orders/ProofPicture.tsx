import type { ProofPictureRef } from '@larek/api/admin/types.gen.ts'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { buttonClass } from '~/kit/Button.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { usePicture } from './queries.ts'

/** A picture of what an operator delivered, to look at and to send to a bank. */
export function ProofPicture({ order, picture }: { order: number; picture: ProofPictureRef }) {
	return (
		<QueryBoundary query={usePicture(order, picture.id)} skeleton={<SkeletonCards cards={1} />}>
			{({ data }) => <Shown data={data} order={order} picture={picture} />}
		</QueryBoundary>
	)
}

function Shown({
	data,
	order,
	picture: { id, width, height },
}: {
	data: string
	order: number
	picture: ProofPictureRef
}) {
	const [url, setUrl] = useState<string>()
	useEffect(() => {
		const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
		const made = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))
		setUrl(made)
		return () => URL.revokeObjectURL(made)
	}, [data])
	return (
		<figure className="grid justify-items-start gap-2">
			<img
				src={url}
				alt={m['order.proof_picture']()}
				width={width}
				height={height}
				className="h-auto max-w-full rounded-control"
			/>
			<a
				href={url}
				download={`order-${order}-${id}.jpg`}
				className={buttonClass({ size: 'small' }, 'inline-flex items-center gap-1.5')}
			>
				<Download size={16} aria-hidden="true" />
				{m['order.proof_download']()}
			</a>
		</figure>
	)
}
