import type { PriceExportInput } from '@larek/api/admin/types.gen.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useFile } from '~/common/useFile.ts'
import { useAction } from '~/kit/action.ts'
import { Button, buttonClass } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { startPricesFile } from './files.ts'

/** Starts an export of the filtered table and offers the file when it is ready. */
export function PricesFile({ wish }: { wish: PriceExportInput }) {
	const [asked, setAsked] = useState<{ id: number; what: string }>()
	const what = JSON.stringify(wish)
	// Drops the file when the filter changes.
	const id = asked?.what === what ? asked.id : undefined
	const file = useFile(id)
	const ask = useAction({
		run: (_: undefined, key) => startPricesFile(wish, key),
		onDone: (answer: { id: number }) => setAsked({ id: answer.id, what }),
	})
	if (id !== undefined && file.data?.state === 'done')
		return (
			<a href={`/api/admin/exports/${id}/file/`} download="prices.csv" className={buttonClass({ look: 'lamp' })}>
				<Download size={16} aria-hidden="true" />
				{m['books.ready']()}
			</a>
		)
	const hasFailed = file.data?.state === 'failed'
	return (
		<>
			{hasFailed && <span className="text-coral">{m['books.export_failed']()}</span>}
			<Button icon={Download} busy={ask.busy || (id !== undefined && !hasFailed)} onClick={() => ask.start(undefined)}>
				{m['prices.export']()}
			</Button>
		</>
	)
}
