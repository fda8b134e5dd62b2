import type { ReconDays } from '@larek/api/admin/types.gen.ts'
import { ChevronLeft, ChevronRight, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { dayLabel, lastDay, shift, today } from '~/common/days.ts'
import { Button, IconButton } from '~/kit/Button.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { useIsPhone } from '~/kit/media.ts'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { Bridge } from './Bridge.tsx'
import { Calendar } from './Calendar.tsx'
import { Differences } from './Differences.tsx'
import { LoadDialog, loadName } from './LoadDialog.tsx'
import { bank } from './names.ts'
import { useReconDay, useReconDays } from './queries.ts'
import { RecordButton } from './RecordButton.tsx'

const firstParty: Record<string, string> = { suppliers: 'moogold', bank }

/** Compares registries of providers, suppliers and the bank with our books, by day. */
export default function ReconPage() {
	const [params, setParams] = useSearchParams()
	const [isLoading, setLoading] = useState(false)
	const mayLoad = useMay()('recon.write')
	const side = params.get('side') ?? 'providers'
	const party = params.get('party') ?? firstParty[side] ?? 'tbank'
	const day = params.get('day') ?? today()
	const count = useIsPhone() ? 5 : 14
	const until = params.get('until') ?? (day > shift(today(), -count) ? today() : day)
	const link = (nextParty: string, nextDay: string) =>
		`?${new URLSearchParams({ side, party: nextParty, day: nextDay, until })}`
	const go = (next: string) => {
		const end = next > today() ? today() : next
		setParams({ side, party, day: end, until: end }, { preventScrollReset: true })
	}
	const days = useReconDays(shift(until, 1 - count), until)
	const load = mayLoad && (
		<Button icon={Upload} onClick={() => setLoading(true)}>
			{loadName(party)}
		</Button>
	)
	return (
		<Page
			title={m['recon.title']()}
			beside={
				<Chips
					joined
					label={m['recon.title']()}
					value={side}
					onChange={(value) => setParams({ side: value })}
					chips={[
						{ value: 'providers', label: m['recon.providers']() },
						{ value: 'suppliers', label: m['recon.suppliers']() },
						{ value: bank, label: m['recon.bank']() },
					]}
				/>
			}
			actions={
				<>
					<RecordButton side={side} party={party} />
					{load}
				</>
			}
		>
			<div className="mb-2 flex items-center gap-2">
				<IconButton label={m['recon.earlier']()} icon={ChevronLeft} onClick={() => go(shift(until, -count))} />
				<input
					type="month"
					aria-label={m['books.month']()}
					className="control w-44"
					value={until.slice(0, 7)}
					max={today().slice(0, 7)}
					onChange={(event) => event.target.value && go(lastDay(event.target.value))}
				/>
				<IconButton
					label={m['recon.later']()}
					icon={ChevronRight}
					disabled={until >= today()}
					onClick={() => go(shift(until, count))}
				/>
			</div>
			<QueryBoundary query={days} skeleton={<SkeletonRows rows={5} />}>
				{(data) => (
					<Calendar data={data} parties={partiesOf(side, data)} chosen={{ party, day }} {...{ until, count, link }} />
				)}
			</QueryBoundary>
			<Day party={party} day={day} load={load} />
			{isLoading && <LoadDialog party={party} day={day} onClose={() => setLoading(false)} />}
		</Page>
	)
}

function partiesOf(side: string, { suppliers, providers }: ReconDays): string[] {
	if (side === bank) return [bank]
	return side === 'suppliers' ? suppliers : providers
}

function absent(party: string, day: string) {
	const words = { day: dayLabel(day) }
	return party === bank
		? { title: m['recon.no_statement'](words), hint: m['recon.no_statement_hint']() }
		: { title: m['recon.no_file'](words), hint: m['recon.no_file_hint']() }
}

function Day({ party, day, load }: { party: string; day: string; load: ReactNode }) {
	return (
		<div className="mt-3">
			<QueryBoundary query={useReconDay(party, day)} skeleton={<SkeletonRows rows={6} />}>
				{(data) =>
					data.state === 'waiting' ? (
						<Empty {...absent(party, day)} action={load} />
					) : (
						<div className="grid gap-3 lg:grid-cols-[320px_1fr]">
							<Bridge day={data} />
							<div className="min-w-0">
								<Differences rows={data.differences} />
							</div>
						</div>
					)
				}
			</QueryBoundary>
		</div>
	)
}
