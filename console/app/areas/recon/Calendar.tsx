import type { ReconDays, ReconMark, ReconState, ReconWholeDay } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { shift } from '~/common/days.ts'
import { m } from '~/paraglide/messages.js'
import { partyName } from './names.ts'

interface CalendarProps {
	data: ReconDays
	parties: string[]
	until: string
	count: number
	chosen: { party: string; day: string }
	link: (party: string, day: string) => string
}

const weekday = new Intl.DateTimeFormat('ru', { weekday: 'short', timeZone: 'UTC' })

/** The reconciled days of each party: a row per party, a cell per day. */
export function Calendar({ data, parties, until, count, chosen, link }: CalendarProps) {
	const days = Array.from({ length: count }, (_, at) => shift(until, at - count + 1))
	const marks = new Map(data.days.map((mark) => [`${mark.party} ${mark.day}`, mark]))
	return (
		<div className="card overflow-x-auto">
			<table className="w-full border-separate border-spacing-0" aria-label={m['recon.title']()}>
				<thead>
					<tr>
						<th scope="col" className="px-3.5 text-left text-xs text-muted">
							{m['recon.party']()}
						</th>
						{days.map((day) => (
							<th key={day} scope="col" className="px-1 py-1.5 text-center">
								{Number(day.slice(8))}
								<span className="block text-2xs font-normal text-muted">
									{weekday.format(new Date(`${day}T12:00:00Z`))}
								</span>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					<tr>
						<th scope="row" className="border-t border-hair px-3.5 py-1 text-left font-semibold whitespace-nowrap">
							{m['recon.whole']()}
						</th>
						{days.map((day) => (
							<td key={day} className="border-t border-hair px-1 py-1 text-center">
								<Whole day={data.whole.find((one) => one.day === day)} />
							</td>
						))}
					</tr>
					{parties.map((party) => (
						<tr key={party}>
							<th scope="row" className="border-t border-hair px-3.5 py-1 text-left font-medium whitespace-nowrap">
								{partyName(party)}
							</th>
							{days.map((day) => (
								<td key={day} className="border-t border-hair px-1 py-1 text-center">
									<Mark
										mark={marks.get(`${party} ${day}`)}
										name={`${partyName(party)}, ${day}`}
										to={link(party, day)}
										isChosen={chosen.party === party && chosen.day === day}
									/>
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

const stateClasses: Record<ReconState, string> = {
	green: 'bg-soft-mint text-mint',
	open: 'bg-soft-coral text-coral',
	waiting: 'bg-shelf text-muted',
}
const cell = 'mx-auto grid h-7 min-w-9 place-items-center rounded-control text-xs font-semibold max-md:h-11'

/** A day of all parties: green only when each of them is. */
function Whole({ day }: { day: ReconWholeDay | undefined }) {
	if (!day) return null
	const absent =
		day.missing.length > 0 ? m['recon.whole_missing']({ parties: day.missing.map(partyName).join(', ') }) : ''
	const words = [labelOf(day.state, day.open), absent].filter(Boolean).join('; ')
	return (
		<span
			role="img"
			title={words}
			aria-label={`${m['recon.whole']()}, ${day.day}: ${words}`}
			className={classes(cell, stateClasses[day.state])}
		>
			<Sign state={day.state} open={day.open} />
		</span>
	)
}

function labelOf(state: ReconState, open: number): string {
	if (state === 'green') return m['recon.green']()
	return state === 'open' ? m['recon.open']({ count: open }) : m['recon.waiting']()
}

function Sign({ state, open }: { state: ReconState; open: number }) {
	if (state === 'green') return <Check size={14} aria-hidden="true" />
	return state === 'open' ? open : '–'
}

interface MarkProps {
	mark: ReconMark | undefined
	name: string
	to: string
	isChosen: boolean
}

function Mark({ mark, name, to, isChosen }: MarkProps) {
	const state = mark?.state ?? 'waiting'
	const open = mark?.open ?? 0
	return (
		<Link
			to={to}
			aria-label={`${name}: ${labelOf(state, open)}`}
			aria-current={isChosen ? 'date' : undefined}
			preventScrollReset
			className={classes(cell, stateClasses[state], isChosen && 'outline-2 outline-lamp-line')}
		>
			<Sign state={state} open={open} />
		</Link>
	)
}
