import type { SupplierRow, SupplierTries } from '@larek/api/admin/types.gen.ts'
import { formatMoney } from '@larek/shared/money.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { Link } from 'react-router'
import { supplierName } from '~/api/names.ts'
import { Button } from '~/kit/Button.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { lasting } from '~/kit/duration.ts'
import { Pill, type Tone } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

/** With fewer attempts a success rate is noise. */
const enoughTries = 5
/** For how many days our balance should last. */
const enoughDays = 3

/** Our balance is used up, or soon will be. */
const isLow = ({ prepaid, daysLeft }: SupplierRow) =>
	(prepaid !== null && Number(prepaid) <= 0) || (daysLeft !== null && daysLeft < enoughDays)

/** The worst known state of a supplier. */
export function stateOf(row: SupplierRow): [Tone, string] {
	const { off, isDown, isAway, prepaid, day } = row
	if (off) return ['bad', m['suppliers.off']()]
	if (isDown) return ['bad', m['suppliers.down']()]
	if (prepaid !== null && Number(prepaid) <= 0) return ['bad', m['suppliers.no_money']()]
	if (day.tries >= enoughTries && day.delivered * 2 < day.tries) return ['bad', m['suppliers.failing']()]
	if (isLow(row)) return ['soon', m['suppliers.low']()]
	return isAway ? ['soon', m['suppliers.away']()] : ['good', m['suppliers.works']()]
}

const rate = ({ tries, delivered }: SupplierTries) =>
	tries === 0 ? '—' : m['suppliers.rate']({ delivered, tries, percent: Math.round((100 * delivered) / tries) })

/** One supplier: health, the last hour and day, our balance, and the switch. */
export function SupplierCard({ row, onSwitch }: { row: SupplierRow; onSwitch: (() => void) | undefined }) {
	const [tone, label] = stateOf(row)
	return (
		<Card title={supplierName(row.name)} aside={<Pill tone={tone}>{label}</Pill>}>
			<div className="grid gap-3">
				{row.off && (
					<p className="text-xs text-coral">
						{m['suppliers.off_by']({ by: row.off.by, at: dayAndTime(new Date(row.off.at)), reason: row.off.reason })}
					</p>
				)}
				<Details wide>
					<Detail name={m['suppliers.hour']()}>{rate(row.hour)}</Detail>
					<Detail name={m['suppliers.day']()}>
						<Link to={`?supplier=${row.name}&tab=attempts`} className="text-sky underline underline-offset-3">
							{rate(row.day)}
						</Link>
					</Detail>
					<Detail name={m['suppliers.median']()}>
						{row.medianSeconds === null ? '—' : m['suppliers.seconds']({ count: row.medianSeconds })}
					</Detail>
					<Detail name={m['suppliers.balance']()}>
						<span className={isLow(row) ? 'font-semibold text-coral' : undefined}>
							{row.prepaid
								? formatMoney(Math.round(Number(row.prepaid) * 100), row.prepaidCurrency ?? 'RUB', { exact: true })
								: '—'}
							{row.daysLeft !== null && `, ${m['suppliers.lasts']({ time: lasting(row.daysLeft) })}`}
						</span>
					</Detail>
					<Detail name={m['suppliers.offers']()}>
						<Link to={`?supplier=${row.name}`} className="text-sky underline underline-offset-3">
							{row.offers}
						</Link>
						{row.asked > 0 && <span className="text-coral"> {m['suppliers.asked']({ count: row.asked })}</span>}
					</Detail>
				</Details>
				{onSwitch && (
					<Button look={row.off ? 'plain' : 'bad'} onClick={onSwitch}>
						{row.off ? m['suppliers.switch_on']() : m['suppliers.switch_off']()}
					</Button>
				)}
			</div>
		</Card>
	)
}
