import { writeMoney } from '@larek/shared/money.ts'
import { Pencil } from 'lucide-react'
import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { FormError } from '~/components/FormError.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import type { Choices } from './loadPayment.ts'
import { PayFields } from './PayFields.tsx'
import type { PayActionResult } from './payRequest.ts'

const ChangeFields = lazyPart(() => import('./ChangeFields.tsx'), { ahead: true })

const changeId = 'change-order'

/** Where the receipt goes, and the way to the field that says it. */
export function ReceiptNote({ email }: { email: string }) {
	const open = () => document.getElementById(changeId)?.setAttribute('open', '')
	return (
		<p className="mt-1.5 text-sm wrap-anywhere text-muted">
			{m['pay_page.receipt_to']({ email })}{' '}
			<a href={`#${changeId}`} onClick={open} className="text-fore underline underline-offset-3">
				{m['pay_page.receipt_change']()}
			</a>
		</p>
	)
}

interface ChangeProps {
	order: OrderView
	choices: Choices
	/** The answer to a form sent without scripts. */
	sent: PayActionResult['change']
}

/**
 * An unpaid order can still be changed: how many, how much, which gift, and where it goes. The page ticks every second;
 * fields that were drawn again before they are hydrated would lose what was typed.
 */
export const ChangeOrder = memo(function ChangeOrder({ order, choices, sent }: ChangeProps) {
	const fetcher = useFetcher<PayActionResult>()
	const answer = fetcher.data ? fetcher.data.change : sent
	const problem = answer?.detail ?? fetcher.data?.failed
	const box = useRef<HTMLDetailsElement>(null)
	const isDone = answer?.isDone === true && fetcher.state === 'idle'
	const [round, setRound] = useState(0)
	useEffect(() => {
		if (!isDone || !box.current) return
		box.current.open = false
		setRound((before) => before + 1)
	}, [isDone])
	return (
		<>
			<details ref={box} id={changeId} className="group card" open={problem !== undefined || undefined}>
				<summary className="flex min-h-12 list-none items-center justify-center gap-2 rounded-card px-4 text-sm font-semibold hover:bg-shelf [&::-webkit-details-marker]:hidden">
					<Pencil size={16} aria-hidden="true" />
					{m['pay_page.change']()}
				</summary>
				{/* What the server has taken is what the form begins with the next time. */}
				<fetcher.Form key={round} method="post" className="grid gap-4 p-4 pt-2">
					<PayFields order={order} intent="change" />
					<input type="hidden" name="goods" value={goodsOf(order)} />
					<Suspense fallback={null}>
						<ChangeFields order={order} choices={choices} errors={answer?.errors ?? {}} />
					</Suspense>
					<Button type="submit" busy={fetcher.state !== 'idle'}>
						{m['pay_page.change_go']()}
					</Button>
					<FormError>{problem}</FormError>
				</fetcher.Form>
			</details>
			<p role="status" className={isDone ? 'text-center text-sm text-mint' : 'sr-only'}>
				{isDone && m['pay_page.change_done']()}
			</p>
		</>
	)
})

/** What the order is for as one text, to detect changes. */
function goodsOf({ kind, lines, total }: OrderView): string {
	if (kind === 'RokkyOrder') return String(lines[0]?.id ?? '')
	if (kind === 'SteamOrder') return writeMoney(total)
	return lines.map(({ id, quantity }) => `${id}×${quantity}`).join(' ')
}
