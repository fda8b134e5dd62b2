import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { Suspense } from 'react'
import { href, useRevalidator } from 'react-router'
import { Ago } from '~/components/Ago.tsx'
import { PaperCard } from '~/components/PaperCard.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { useUser } from '~/entities/session/user.ts'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import type { MovementsPage } from './profile.ts'
import { usePortions } from './usePortions.ts'

const FrozenBalance = lazyPart(() => import('~/components/FrozenBalance.tsx'))

const rub = (sum: number) => formatMoney(sum, 'RUB', { exact: true })

/** The balance and its history. */
export function BalanceHistory({ first }: { first: MovementsPage | null | undefined }) {
	const user = useUser()
	const { revalidate } = useRevalidator()
	const {
		rows: moves,
		isMore,
		busy,
		failed,
		more,
	} = usePortions(
		first ?? null,
		({ movements }) => movements,
		(_, rows) => `${href('/ru/profile')}?index&moves=${rows}`,
	)
	const isLost = first === null || failed
	return (
		<PaperCard title={m['profile.balance']()}>
			{user ? (
				<output className="block text-2xl font-extrabold tracking-tight">{rub(parseMoney(user.balance))}</output>
			) : (
				<Skeleton className="paper-skeleton h-8.5 w-36" />
			)}
			{user?.frozen && (
				<p className="mt-1 text-sm font-semibold">
					<Suspense fallback={null}>
						<FrozenBalance has={parseMoney(user.balance)} frozen={parseMoney(user.frozen)} />
					</Suspense>
				</p>
			)}
			<p className="mt-1 text-sm text-ink-soft">{m['profile.balance_hint']()}</p>
			<hr />
			{first && moves.length === 0 && <p className="text-sm text-ink-soft">{m['profile.no_moves']()}</p>}
			{moves.length > 0 && (
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
			{first === undefined && <Skeleton className="paper-skeleton h-10" />}
			{isLost && <p role="alert">{m['profile.moves_failed']()}</p>}
			{(isMore || isLost) && (
				<button
					type="button"
					aria-busy={busy}
					onClick={first ? more : revalidate}
					className="mt-2 min-h-11 text-sm font-semibold underline underline-offset-3"
				>
					{isLost ? m['common.retry']() : m['profile.more']()}
				</button>
			)}
		</PaperCard>
	)
}
