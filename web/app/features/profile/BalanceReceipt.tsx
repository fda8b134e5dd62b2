import { useEffect, useState } from 'react'
import type { Movement } from '~/api/gen/types.gen.ts'
import { Ago } from '~/components/Ago.tsx'
import { Receipt } from '~/components/Receipt.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { useUser } from '~/entities/session/user.ts'
import { formatMoney, parseMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'

const rub = (sum: number) => formatMoney(sum, 'RUB', { exact: true })

/** What lies on the account and how it came there. */
export function BalanceReceipt() {
	const user = useUser()
	const [moves, setMoves] = useState<Movement[]>()
	const [isMore, setMore] = useState(false)
	const [state, setState] = useState<'busy' | 'failed' | 'idle'>('busy')

	async function ask(before: Movement[]) {
		setState('busy')
		try {
			const { askMovements } = await import('./profileApi.client.ts')
			const { results, next } = await askMovements(before.length)
			setMoves([...before, ...results])
			setMore(next !== null)
			setState('idle')
		} catch {
			setState('failed')
		}
	}
	// biome-ignore lint/correctness/useExhaustiveDependencies: once; money that moves later shows in the balance
	useEffect(() => {
		ask([])
	}, [])

	return (
		<Receipt title={m['profile.balance']()}>
			{user ? (
				<output className="block text-2xl font-extrabold tracking-tight">{rub(parseMoney(user.balance))}</output>
			) : (
				<Skeleton className="paper-skeleton h-8.5 w-36" />
			)}
			<p className="mt-1 text-sm text-ink-soft">{m['profile.balance_hint']()}</p>
			<hr />
			{moves?.length === 0 && <p className="text-sm text-ink-soft">{m['profile.no_moves']()}</p>}
			{moves && moves.length > 0 && (
				<ul aria-label={m['profile.moves']()} className="grid gap-2.5">
					{moves.map((move) => (
						<li key={move.id} className="flex justify-between gap-4 text-sm">
							<span>
								{move.title}
								<Ago at={move.at} className="block text-ink-soft" />
							</span>
							<b className={move.isIncome ? 'whitespace-nowrap text-ink-mint' : 'whitespace-nowrap'}>
								{move.isIncome ? `+${rub(parseMoney(move.amount))}` : rub(-parseMoney(move.amount))}
							</b>
						</li>
					))}
				</ul>
			)}
			{!moves && state === 'busy' && <Skeleton className="paper-skeleton h-10" />}
			{state === 'failed' && <p role="alert">{m['profile.moves_failed']()}</p>}
			{(isMore || state === 'failed') && (
				<button
					type="button"
					aria-busy={state === 'busy'}
					onClick={() => state !== 'busy' && ask(moves ?? [])}
					className="mt-2 min-h-11 text-sm font-semibold underline underline-offset-3"
				>
					{state === 'failed' ? m['common.retry']() : m['profile.more']()}
				</button>
			)}
		</Receipt>
	)
}
