import type { AllowedAction, PromoRow } from '@larek/api/admin/types.gen.ts'
import { CircleStop, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { ActionList } from '~/kit/ActionList.tsx'
import { m } from '~/paraglide/messages.js'
import { ChangeDialog } from './ChangeDialog.tsx'
import { reasonsFor } from './labels.ts'
import { promoKeys, sendSwitch } from './queries.ts'

type Open = 'change' | 'stop' | 'resume'

/** The actions of a promo code. */
export function PromoActions({ promo, actions }: { promo: PromoRow; actions: AllowedAction[] }) {
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	return (
		<>
			<ActionList
				actions={actions}
				buttons={{
					'promo.change': { label: m['promo.change'](), icon: Pencil, run: () => setOpen('change') },
					'promo.stop': { label: m['promo.stop'](), icon: CircleStop, run: () => setOpen('stop') },
					'promo.resume': { label: m['promo.resume'](), icon: Play, run: () => setOpen('resume') },
				}}
			/>
			{open === 'change' && <ChangeDialog promo={promo} onClose={close} />}
			{(open === 'stop' || open === 'resume') && (
				<SwitchDialog promo={promo} works={open === 'resume'} onClose={close} />
			)}
		</>
	)
}

function SwitchDialog({ promo, works, onClose }: { promo: PromoRow; works: boolean; onClose: () => void }) {
	const label = works ? m['promo.resume']() : m['promo.stop']()
	return (
		<ActionDialog
			open
			onClose={onClose}
			title={label}
			subtitle={promo.text}
			consequences={works ? [m['promo.resume_1']()] : [m['promo.stop_1'](), m['promo.stop_2']()]}
			reasons={works ? reasonsFor('campaign', 'mistake') : reasonsFor('campaign_ended', 'abuse', 'mistake')}
			submit={label}
			bad={!works}
			done={works ? m['promo.resumed']() : m['promo.stopped']()}
			version={promo.version}
			run={({ reason }, key, version) => sendSwitch(promo.id, works, { version, reason }, key)}
			invalidate={[promoKeys.all]}
		/>
	)
}
