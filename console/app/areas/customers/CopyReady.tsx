import { Download } from 'lucide-react'
import { useFile } from '~/common/useFile.ts'
import { buttonClass } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { m } from '~/paraglide/messages.js'

/** Waits for the export of a buyer's data, then offers the file. */
export function CopyReady({ id, onClose }: { id: number; onClose: () => void }) {
	const state = useFile(id).data?.state
	return (
		<Dialog open onClose={onClose} title={m['customers.do_copy']()}>
			{state === 'done' ? (
				<a
					href={`/api/admin/exports/${id}/file/`}
					download={`buyer-${id}.csv`}
					className={buttonClass({ look: 'lamp' })}
				>
					<Download size={16} aria-hidden="true" />
					{m['books.ready']()}
				</a>
			) : (
				<p role="status">{state === 'failed' ? m['books.export_failed']() : m['books.exporting']()}</p>
			)}
		</Dialog>
	)
}
