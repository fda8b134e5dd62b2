import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Countdown } from '~/components/Countdown.tsx'
import { Field } from '~/components/Field.tsx'
import { Select } from '~/components/Select.tsx'
import { whereTo } from '~/entities/order/orderLabels.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { useZone } from '~/lib/now.ts'
import { dayAndTime, exactTime } from '~/lib/time.ts'
import { m } from '~/paraglide/messages.js'
import type { Corrected } from './correct.server.ts'

interface CorrectionProps {
	order: OrderView
	servers: Array<{ id: number; name: string }>
	/** The answer to a form sent without scripts. */
	sent?: Corrected
	/** When the page was rendered. */
	from: number
}

/** The details the supplier did not take, to be mended where the trouble is told. */
export function Correction({ order, servers, sent, from }: CorrectionProps) {
	const fetcher = useFetcher<Corrected>()
	const told = fetcher.data ?? sent
	const draft = order.again?.draft ?? {}
	const text = (name: keyof typeof draft, label: string, hint?: string) => (
		<Field
			name={name}
			label={label}
			hint={hint}
			defaultValue={draft[name]}
			error={told?.errors?.[name]}
			autoComplete="off"
			autoCapitalize="off"
			spellCheck={false}
			maxLength={128}
			required
		/>
	)
	return (
		<section aria-label={m['order_page.correct']()} className="card border-coral/60 p-5">
			<p className="font-semibold">{order.rejectReason ?? m['order_page.correct_was']({ account: whereTo(order) })}</p>
			<fetcher.Form method="post" className="mt-4 grid gap-4 md:grid-cols-2">
				{order.kind === 'MooGoldOrder' && text('supplyUserId', m['order_form.user_id']())}
				{order.kind === 'MooGoldOrder' && servers.length > 0 && (
					<Select
						name="server"
						label={m['order_form.server']()}
						defaultValue={draft.server}
						error={told?.errors?.server}
					>
						{servers.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</Select>
				)}
				{order.kind === 'MooGoldOrder' && draft.serverCustom && text('serverCustom', m['order_form.server_custom']())}
				{order.kind === 'StandoffOrder' && text('gameAccountId', m['order_form.account_id']())}
				{order.kind === 'SteamOrder' &&
					text('steamAccountId', m['order_form.steam_login'](), m['order_page.correct_steam']())}
				<div className="md:col-span-2">
					<Button type="submit" look="lamp" busy={fetcher.state !== 'idle'} className="w-full md:w-auto">
						{m['order_page.correct_go']()}
					</Button>
					<p role="alert" className={told?.detail ? 'mt-2 text-sm text-coral' : 'sr-only'}>
						{told?.detail}
					</p>
				</div>
			</fetcher.Form>
			{order.detailsDeadline && <Deadline at={order.detailsDeadline} from={from} />}
		</section>
	)
}

function Deadline({ at, from }: { at: string; from: number }) {
	const zone = useZone()
	const date = new Date(at)
	return (
		<p className="mt-4 border-t border-line pt-3.5 text-sm text-muted">
			<time dateTime={at} title={exactTime(date, zone)}>
				{m['order_page.correct_until']({ until: dayAndTime(date, zone) })}
			</time>{' '}
			{m['order_page.correct_left']()} <Countdown until={at} from={from} className="font-bold text-fore" />
		</p>
	)
}
