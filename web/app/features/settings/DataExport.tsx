import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { IntentForm } from './IntentForm.tsx'
import { Panel } from './Panel.tsx'

const EraseSheet = lazy(() => import('./EraseSheet.tsx'))

/** All data the shop has of the buyer, to export or to erase. */
export function DataExport() {
	const [erasing, setErasing] = useState(false)
	return (
		<Panel title={m['settings.data']()}>
			<p className="text-sm text-muted">{m['settings.data_hint']()}</p>
			<div className="flex flex-wrap gap-3">
				<IntentForm intent="export" icon={<Download size={18} aria-hidden="true" />}>
					{m['settings.export']()}
				</IntentForm>
				<Button size="small" look="quiet" className="text-coral!" onClick={() => setErasing(true)}>
					{m['settings.erase']()}
				</Button>
			</div>
			{erasing && (
				<Suspense fallback={null}>
					<EraseSheet onClose={() => setErasing(false)} />
				</Suspense>
			)}
		</Panel>
	)
}
