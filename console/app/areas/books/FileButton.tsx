import { Download } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '~/api/session.ts'
import { useFile } from '~/common/useFile.ts'
import { useAction } from '~/kit/action.ts'
import { Button, buttonClass } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { startExport } from './queries.ts'

const names = { trial: m['books.file_trial'], entries: m['books.file_entries'] }

/** Starts an export of the period and downloads the file when it is ready. */
export function FileButton({ days: { since, until } }: { days: { since: string; until: string } }) {
	const may = useMay()
	const [asked, setAsked] = useState<{ id: number; name: string }>()
	const id = asked?.id
	const file = useFile(id)
	const ask = useAction({
		run: async (what: 'trial' | 'entries', key) => {
			const { id } = await startExport({ what, since, until }, key)
			return { id, name: `${names[what]()} ${since} ${until}.csv` }
		},
		onDone: setAsked,
	})
	if (!may('export.money')) return null
	const state = file.data?.state
	if (state === 'done')
		return (
			<a href={`/api/admin/exports/${id}/file/`} download={asked?.name} className={buttonClass({ look: 'lamp' })}>
				<Download size={16} aria-hidden="true" />
				{m['books.ready']()}
			</a>
		)
	const isBusy = ask.busy || (id !== undefined && state !== 'failed')
	return (
		<>
			<Button icon={Download} busy={isBusy} onClick={() => ask.start('trial')}>
				{m['books.export_trial']()}
			</Button>
			<Button icon={Download} busy={isBusy} onClick={() => ask.start('entries')}>
				{m['books.export_entries']()}
			</Button>
			{state === 'failed' && <span className="text-coral">{m['books.export_failed']()}</span>}
		</>
	)
}
