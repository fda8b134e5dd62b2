import { FileCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { lazyPart } from '~/kit/lazyPart.ts'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { useProof } from './queries.ts'

const ProofPicture = lazyPart(() => import('./ProofPicture.tsx'), 'ProofPicture')

/** The signed text about an order, for the answer to a bank. It names the buyer, so not everybody may read it. */
export function ProofDrawer({ order }: { order: number }) {
	const [isOpen, setOpen] = useState(false)
	const proof = useProof(order, isOpen)
	if (!useMay()('pii.read')) return null
	return (
		<>
			<Button size="small" icon={FileCheck} wide className="mt-3" onClick={() => setOpen(true)}>
				{m['order.proof']()}
			</Button>
			<Drawer
				open={isOpen}
				wide
				title={m['order.proof']()}
				subtitle={m['order.proof_hint']()}
				onClose={() => setOpen(false)}
			>
				<QueryBoundary query={proof} skeleton={<SkeletonRows rows={6} />}>
					{({ text, pictures }) => (
						<div className="grid gap-3">
							<Copy text={text} what={m['order.proof_text']()}>
								{m['kit.copy']()}
							</Copy>
							<pre className="rounded-control bg-night p-3 font-mono text-2xs whitespace-pre-wrap wrap-anywhere">
								{text}
							</pre>
							{pictures.length > 0 && <h3 className="text-sm font-medium">{m['order.proof_pictures']()}</h3>}
							<Suspense fallback={<SkeletonRows rows={2} />}>
								{pictures.map((picture) => (
									<ProofPicture key={picture.id} order={order} picture={picture} />
								))}
							</Suspense>
						</div>
					)}
				</QueryBoundary>
			</Drawer>
		</>
	)
}
