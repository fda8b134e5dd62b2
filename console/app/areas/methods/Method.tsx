import type { MethodRow } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { ArrowUp } from 'lucide-react'
import { Button, IconButton } from '~/kit/Button.tsx'
import { Money } from '~/kit/Money.tsx'
import { Pill, Tag } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'
import { pauseLabel, rateOf, stateLabel, stateOf, stateTone } from './health.ts'
import { keepTitle } from './SwitchDialog.tsx'

interface MethodProps {
	row: MethodRow
	onEdit: (() => void) | undefined
	onSwitch: (() => void) | undefined
	onKeep: (() => void) | undefined
	onUp: (() => void) | undefined
}

/** A payment method: fees, success rate and actions. */
export function Method({ row, onEdit, onSwitch, onKeep, onUp }: MethodProps) {
	const state = stateOf(row)
	return (
		<li className="grid gap-x-6 gap-y-2 px-3.5 py-3 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1fr)_232px]">
			<div className="min-w-0">
				<p className="flex flex-wrap items-center gap-2 font-semibold">
					{row.title}
					<Pill tone={stateTone[state]}>{stateLabel[state]()}</Pill>
					{row.isSecondary && <Tag>{m['methods.secondary']()}</Tag>}
				</p>
				<p className="text-xs text-muted">{row.name}</p>
				{row.off && (
					<p className="mt-1 text-xs text-coral">
						{m['methods.off_by']({ by: row.off.by, at: dayAndTime(new Date(row.off.at)), reason: row.off.reason })}
					</p>
				)}
				{row.pause && (
					<p className={`mt-1 text-xs ${row.isActive ? 'text-muted' : 'text-coral'}`}>{pauseLabel(row.pause)}</p>
				)}
			</div>
			<div>
				<p>
					{feeOf(row)}
					{Number(row.minAmount) > 0 && (
						<span className="text-muted">
							{m['methods.from']()} <Money sum={row.minAmount} />
						</span>
					)}
				</p>
				<p className="text-xs text-muted">
					{m['methods.example']()} <Money sum={row.example.due} />
				</p>
			</div>
			<dl className="grid grid-cols-[auto_1fr] content-start gap-x-2.5 text-xs">
				<dt className="text-muted">{m['methods.hour']()}</dt>
				<dd>{rateOf(row.hour)}</dd>
				<dt className="text-muted">{m['methods.week_ago']()}</dt>
				<dd>{rateOf(row.weekAgo)}</dd>
				<dt className="text-muted">{m['methods.day']()}</dt>
				<dd>{rateOf(row.day)}</dd>
			</dl>
			<div className="flex flex-wrap items-center gap-1 self-start lg:justify-end">
				{onUp && <IconButton label={m['methods.up']({ title: row.title })} icon={ArrowUp} onClick={onUp} />}
				{onEdit && (
					<Button size="small" aria-label={m['methods.edit_of']({ title: row.title })} onClick={onEdit}>
						{m['methods.edit']()}
					</Button>
				)}
				{onKeep && (row.isActive || row.pause) && (
					<Button size="small" aria-label={keepTitle(row)} onClick={onKeep}>
						{row.pause?.state === 'kept' ? m['methods.watch']() : m['methods.keep']()}
					</Button>
				)}
				{onSwitch && (
					<Button
						size="small"
						look={row.isActive ? 'bad' : 'plain'}
						aria-label={
							row.isActive ? m['methods.off_of']({ title: row.title }) : m['methods.on_of']({ title: row.title })
						}
						onClick={onSwitch}
					>
						{row.isActive ? m['methods.switch_off']() : m['methods.switch_on']()}
					</Button>
				)}
			</div>
		</li>
	)
}

/** «3,20 % + 5,00 ₽», without what is zero. */
function feeOf({ fee, fixFee }: MethodRow) {
	const hasFixed = Number(fixFee) > 0
	if (Number(fee) === 0 && !hasFixed) return m['methods.no_fee']()
	return (
		<>
			{Number(fee) > 0 && `${fee.replace('.', ',')} %`}
			{Number(fee) > 0 && hasFixed && ' + '}
			{hasFixed && <Money sum={fixFee} />}
		</>
	)
}
