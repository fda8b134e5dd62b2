import { useState } from 'react'
import { ResponseError } from '~/api/errors.ts'
import { Button } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { askFresh, wantsFresh } from '~/entities/session/freshSignIn.ts'
import { m } from '~/paraglide/messages.js'

/** Says what goes and what stays, and wants to be told twice. */
export default function EraseSheet({ onClose }: { onClose: () => void }) {
	const [isSure, setSure] = useState(false)
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState<string>()

	async function go() {
		if (!isSure) return setError(m['settings.erase_unsure']())
		setBusy(true)
		setError(undefined)
		try {
			const { erase } = await import('./settingsApi.client.ts')
			await erase()
			notify('success', m['settings.erased']())
		} catch (caught) {
			if (wantsFresh(caught)) {
				onClose()
				return askFresh()
			}
			setError((caught instanceof ResponseError && caught.detail) || m['settings.not_done']())
			setBusy(false)
		}
	}

	return (
		<Dialog
			open
			title={m['settings.erase_title']()}
			onClose={onClose}
			footer={
				<>
					<Button className="flex-1" onClick={onClose}>
						{m['settings.erase_keep']()}
					</Button>
					<Button className="flex-1 border-coral! px-3! text-coral!" busy={busy} onClick={go}>
						{m['settings.erase_go']()}
					</Button>
				</>
			}
		>
			<p>{m['settings.erase_goes']()}</p>
			<p className="mt-3 text-muted">{m['settings.erase_stays']()}</p>
			<label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3">
				<input
					type="checkbox"
					className="tick"
					checked={isSure}
					aria-describedby="erase-note"
					onChange={(event) => {
						setSure(event.target.checked)
						setError(undefined)
					}}
				/>
				{m['settings.erase_sure']()}
			</label>
			<p id="erase-note" role="alert" className={error ? 'mt-2 text-sm text-coral' : 'sr-only'}>
				{error}
			</p>
		</Dialog>
	)
}
