import { useEffect, useState } from 'react'
import { Button } from '~/components/Button.tsx'
import type { OrderView, PictureView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'

/** Notes and pictures of goods that an operator has delivered. */
export function OperatorDelivery({ order }: { order: OrderView }) {
	return (
		<>
			{order.proofs.length > 0 && (
				<div className="card p-5">
					<span className="block text-sm text-muted">{m['order_page.operator']()}</span>
					{order.proofs.map((text) => (
						<p key={text} className="wrap-anywhere">
							{text}
						</p>
					))}
				</div>
			)}
			{order.pictures.length > 0 && (
				<div className="card grid gap-3 p-5">
					<span className="text-sm text-muted">{m['order_page.pictures']()}</span>
					{order.pictures.map((picture) => (
						<Picture key={picture.id} hash={order.hash} picture={picture} />
					))}
				</div>
			)}
		</>
	)
}

/** A picture, fetched with the visitor's token because only the owner may see it. */
function Picture({ hash, picture: { id, width, height } }: { hash: string; picture: PictureView }) {
	const [source, setSource] = useState<string>()
	const [isFailed, setFailed] = useState(false)
	const [tries, setTries] = useState(0)
	// biome-ignore lint/correctness/useExhaustiveDependencies: another try reads it again
	useEffect(() => {
		let isGone = false
		setFailed(false)
		import('./readPicture.ts')
			.then(({ readPicture }) => readPicture(hash, id))
			.then(
				(data) => isGone || setSource(`data:image/jpeg;base64,${data}`),
				() => isGone || setFailed(true),
			)
		return () => {
			isGone = true
		}
	}, [hash, id, tries])
	if (isFailed) {
		return (
			<p role="alert" className="grid justify-items-start gap-2">
				{m['order_page.picture_failed']()}
				<Button size="small" onClick={() => setTries(tries + 1)}>
					{m['common.retry']()}
				</Button>
			</p>
		)
	}
	return (
		<div
			className="max-w-full overflow-hidden rounded-control bg-night"
			style={{ aspectRatio: `${width} / ${height}`, width }}
		>
			{source && (
				<img
					src={source}
					alt={m['order_page.picture_alt']()}
					width={width}
					height={height}
					className="block h-auto w-full"
				/>
			)}
		</div>
	)
}
