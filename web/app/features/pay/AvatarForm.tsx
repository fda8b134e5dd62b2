import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { FormError } from '~/components/FormError.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'
import { PayFields } from './PayFields.tsx'
import type { PayActionResult } from './payRequest.ts'

/** A Standoff order is not payable without a picture of its account: it is asked for where it is missed. */
export function AvatarForm({ order, sent }: { order: OrderView; sent: PayActionResult['avatar'] }) {
	const fetcher = useFetcher<PayActionResult>()
	const form = useRef<HTMLFormElement>(null)
	const answer = fetcher.data ? fetcher.data.avatar : sent
	const error = answer?.error ?? fetcher.data?.failed
	return (
		<section aria-labelledby="avatar" className="card grid grid-cols-1 gap-3 border-lamp-line/60 p-5">
			<h2 id="avatar" className="text-lg">
				{m['pay_page.avatar_title']()}
			</h2>
			<p className="text-muted">{m['pay_page.avatar_text']()}</p>
			<fetcher.Form ref={form} method="post" encType="multipart/form-data" className="flex flex-wrap gap-2.5">
				<PayFields order={order} intent="avatar" />
				<span className="relative inline-flex min-h-12 flex-[1_1_220px] items-center justify-center gap-2.5 rounded-control border border-dashed border-edge px-4 text-sm font-semibold focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-lamp-line hover:bg-shelf">
					<ImageUp size={18} aria-hidden="true" />
					{m['order_form.avatar_choose']()}
					<input
						type="file"
						name="gameAvatar"
						accept="image/png,image/jpeg"
						aria-label={m['order_form.avatar']()}
						aria-invalid={error ? true : undefined}
						aria-describedby="avatar-note"
						// Nothing else has to be said with it.
						onChange={() => fetcher.submit(form.current)}
						className="absolute inset-0 cursor-pointer opacity-0"
					/>
				</span>
				<Button type="submit" size="small" className="min-h-12" busy={fetcher.state !== 'idle'}>
					{m['pay_page.avatar_go']()}
				</Button>
			</fetcher.Form>
			<FormError id="avatar-note">{error}</FormError>
		</section>
	)
}
