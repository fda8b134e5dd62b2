import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { Panel } from './Panel.tsx'
import { useDoing } from './useDoing.ts'

const EraseSheet = lazy(() => import('./EraseSheet.tsx'))

/** All the shop knows of the buyer, to take away or to have forgotten. */
export function MyData() {
	const [doing, run] = useDoing()
	const [erasing, setErasing] = useState(false)
	return (
		<Panel title={m['settings.data']()}>
			<p className="text-sm text-muted">{m['settings.data_hint']()}</p>
			<div className="flex flex-wrap gap-3">
				<Button
					size="small"
					busy={doing === 'export'}
					onClick={() => run('export', async (ask) => save(await ask.askExport()))}
				>
					{doing !== 'export' && <Download size={18} aria-hidden="true" />}
					{m['settings.export']()}
				</Button>
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

/** As a file, readable by people and programs. */
function save(data: object): void {
	const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
	const link = document.createElement('a')
	link.href = url
	link.download = `larek-${new Date().toISOString().slice(0, 10)}.json`
	link.click()
	URL.revokeObjectURL(url)
}
