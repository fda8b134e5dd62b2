import type { Opening, SettingsDone } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { sessionKeys } from '~/api/session.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Age } from '~/kit/Age.tsx'
import { useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { historyOf, reasons } from './labels.ts'
import { openPass, saveOpening, settingKeys } from './queries.ts'

const stateLabel = {
	preparing: m['settings.opening_preparing'],
	open: m['settings.opening_open'],
	closed: m['settings.opening_closed'],
}

const needLabel = {
	mail: m['settings.opening_needs_mail'],
	entity: m['settings.opening_needs_entity'],
	method: m['settings.opening_needs_method'],
	goods: m['settings.opening_needs_goods'],
}

/** Whether the shop sells. */
export function OpeningCard({ opening, onChange }: { opening: Opening; onChange: () => void }) {
	const isOpen = opening.state === 'open'
	return (
		<Card
			title={m['settings.opening']()}
			aside={
				<span className="flex flex-wrap justify-end gap-2">
					{!isOpen && <LookAtShop />}
					<Button size="small" look={isOpen ? undefined : 'lamp'} onClick={onChange}>
						{isOpen ? m['settings.opening_close']() : m['settings.opening_do']()}
					</Button>
				</span>
			}
		>
			<Details wide>
				<Detail name={m['settings.opening_state']()}>{stateLabel[opening.state]()}</Detail>
				{opening.state === 'preparing' && opening.needs.length > 0 && (
					<Detail name={m['settings.opening_needs']()}>
						<ul className="grid gap-1">
							{opening.needs.map((need) => (
								<li key={need}>{needLabel[need]()}</li>
							))}
						</ul>
					</Detail>
				)}
				{opening.note && <Detail name={m['settings.opening_note']()}>{opening.note}</Detail>}
			</Details>
			<p className="mt-2.5 text-xs text-muted">
				{opening.changedAt ? (
					<>
						{opening.changedBy}, <Age at={opening.changedAt} />
						{' · '}
						<Link className="text-sky underline underline-offset-3" to={historyOf('opening')}>
							{m['settings.history']()}
						</Link>
					</>
				) : (
					m['settings.opening_hint']()
				)}
			</p>
		</Card>
	)
}

/** Opens the storefront as buyers will see it. */
function LookAtShop() {
	const look = useAction({ run: openPass, onDone: () => location.assign('/ru') })
	return (
		<Button size="small" busy={look.busy} onClick={() => look.start({})}>
			{m['settings.opening_look']()}
		</Button>
	)
}

const schema = z.object({ note: z.string().check(z.trim(), z.maxLength(120, m['settings.opening_note_hint']())) })

/** Opens a closed shop, or closes an open one. */
export function OpeningDialog({ opening, onClose }: { opening: Opening; onClose: () => void }) {
	const isOpen = opening.state === 'open'
	return (
		<ActionDialog<z.infer<typeof schema>, SettingsDone>
			open
			onClose={onClose}
			title={isOpen ? m['settings.opening_close']() : m['settings.opening_do']()}
			consequences={isOpen ? [m['settings.opening_close_effect']()] : [m['settings.opening_do_effect']()]}
			reasons={reasons()}
			schema={schema}
			defaults={{ note: '' }}
			submit={isOpen ? m['settings.opening_close']() : m['settings.opening_do']()}
			bad={isOpen}
			done={({ message }) => message}
			version={opening.version}
			run={({ reason, note }, key, version) =>
				saveOpening({ version, reason, state: isOpen ? 'closed' : 'open', note: note || null }, key)
			}
			invalidate={[settingKeys.all, sessionKeys.me]}
		>
			{(form) =>
				isOpen && (
					<TextField
						label={m['settings.opening_note']()}
						hint={m['settings.opening_note_hint']()}
						{...field(form, 'note')}
					/>
				)
			}
		</ActionDialog>
	)
}
