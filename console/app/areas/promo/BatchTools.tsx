import type { ActionDone, PromoBatch } from '@larek/api/admin/types.gen.ts'
import { CircleStop, Download } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '~/api/session.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { IconButton } from '~/kit/Button.tsx'
import { showToast } from '~/kit/toast.ts'
import { m } from '~/paraglide/messages.js'
import { saveTexts } from './GenerateDialog.tsx'
import { reasonsFor } from './labels.ts'
import { promoKeys, sendBatchStop } from './queries.ts'

/** Downloads the codes of a batch, or stops it. */
export function BatchTools({ batch }: { batch: PromoBatch }) {
	const [isStopping, setStopping] = useState(false)
	const may = useMay()
	if (!may('promo.write')) return null
	const save = () => saveTexts(batch.id).catch(() => showToast({ tone: 'bad', text: m['errors.unknown']() }))
	return (
		<span className="inline-flex">
			<IconButton small label={m['promo.download']()} icon={Download} onClick={save} />
			{batch.active > 0 && (
				<IconButton small label={m['promo.stop_batch']()} icon={CircleStop} onClick={() => setStopping(true)} />
			)}
			<ActionDialog<Record<string, never>, ActionDone>
				open={isStopping}
				onClose={() => setStopping(false)}
				title={m['promo.stop_batch']()}
				subtitle={batch.title}
				consequences={[m['promo.stop_batch_1'](), m['promo.stop_batch_2']()]}
				reasons={reasonsFor('campaign_ended', 'abuse', 'mistake')}
				submit={m['promo.stop_batch']()}
				bad
				done={({ message }) => message}
				run={({ reason }, key) => sendBatchStop(batch.id, reason, key)}
				invalidate={[promoKeys.all]}
			/>
		</span>
	)
}
