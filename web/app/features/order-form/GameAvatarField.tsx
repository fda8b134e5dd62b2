import { ImageUp } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '~/components/Button.tsx'
import { FieldFrame, useControl } from '~/components/Field.tsx'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import type { LastOrder } from './fetchLastOrder.ts'
import { type Fields, fieldId } from './fields.ts'

const AvatarCrop = lazyPart(() => import('./AvatarCrop.tsx'))

const kinds = ['image/png', 'image/jpeg', 'image/webp']
const largest = 8 * 1024 * 1024

/** A picture of the account: chosen and framed here, or the one from an earlier order. */
export function GameAvatarField({ fields, last }: { fields: Fields; last: LastOrder | null }) {
	const [file, setFile] = useState<File>()
	const [refusal, setRefusal] = useState<string>()
	const { gameAvatar, historyOrderId } = fields.draft
	const again = last?.avatar
	const isAgain = again !== undefined && historyOrderId === again.orderId
	const shown = isAgain ? again.picture : gameAvatar?.startsWith('data:image/') ? gameAvatar : undefined
	const texts = { hint: m['order_form.avatar_hint'](), error: refusal ?? fields.error('gameAvatar') }
	const control = useControl(fieldId('gameAvatar'), texts)

	function choose(chosen: File | undefined) {
		if (!chosen) return
		if (!kinds.includes(chosen.type)) return setRefusal(m['order_form.avatar_type']())
		if (chosen.size > largest) return setRefusal(m['order_form.avatar_size']())
		setRefusal(undefined)
		setFile(chosen)
	}
	function leave(reason?: string) {
		setFile(undefined)
		setRefusal(reason)
	}

	return (
		<FieldFrame id={control.id} label={m['order_form.avatar']()} {...texts} className="md:row-span-2">
			<div className="flex flex-wrap items-center gap-3">
				{shown && (
					<img
						src={shown}
						alt={isAgain ? m['order_form.avatar_history_chosen']() : m['order_form.avatar_alt']()}
						width={64}
						height={64}
						className="size-16 rounded-card border border-line object-cover"
					/>
				)}
				<span className="relative inline-flex min-h-12 flex-1 items-center justify-center gap-2.5 rounded-control border border-dashed border-edge px-4 text-sm font-semibold focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-lamp-text hover:bg-shelf">
					<ImageUp size={18} aria-hidden="true" />
					{shown ? m['order_form.avatar_change']() : m['order_form.avatar_choose']()}
					{/* Over the whole button, so that it also takes a picture dropped on it. */}
					<input
						{...control}
						type="file"
						name="gameAvatar"
						accept={kinds.join(',')}
						onChange={(event) => {
							choose(event.target.files?.[0])
							// The same file may be chosen again.
							event.target.value = ''
						}}
						className="absolute inset-0 cursor-pointer opacity-0"
					/>
				</span>
				{historyOrderId && <input type="hidden" name="historyOrderId" value={historyOrderId} />}
				{again && !isAgain && (
					<Button size="small" onClick={() => fields.fill({ historyOrderId: again.orderId, gameAvatar: '' })}>
						{m['order_form.avatar_history']()}
					</Button>
				)}
			</div>
			{file && (
				<Suspense fallback={null}>
					<AvatarCrop
						file={file}
						onDone={(picture: string) => {
							fields.fill({ gameAvatar: picture, historyOrderId: '' })
							leave()
						}}
						onBroken={() => leave(m['order_form.avatar_broken']())}
						onClose={() => leave()}
					/>
				</Suspense>
			)}
		</FieldFrame>
	)
}
