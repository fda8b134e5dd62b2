import type { ProfitBy } from '@larek/api/admin/types.gen.ts'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '~/api/session.ts'
import { useFile } from '~/common/useFile.ts'
import { useAction } from '~/kit/action.ts'
import { Button, buttonClass } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { startProfitFile } from './queries.ts'

interface ProfitFileProps {
	by: ProfitBy
	days: { since: string; until: string }
}

/** Starts an export of the shown figures and offers the file when it is ready. */
export function ProfitFile({ by, days: { since, until } }: ProfitFileProps) {
	const may = useMay()
	const [asked, setAsked] = useState<{ id: number; what: string }>()
	const what = `${by} ${since} ${until}`
	// Drops the file when the period changes.
	const id = asked?.what === what ? asked.id : undefined
	const file = useFile(id)
	const ask = useAction({
		run: (_: undefined, key) => startProfitFile({ by, since, until }, key),
		onDone: (answer: { id: number }) => setAsked({ id: answer.id, what }),
	})
	if (!may('export.money')) return null
	if (id !== undefined && file.data?.state === 'done')
		return (
			<a
				href={`/api/admin/exports/${id}/file/`}
				download={`${m['profit.title']()} ${since} ${until}.csv`}
				className={buttonClass({ look: 'lamp' })}
			>
				<Download size={16} aria-hidden="true" />
				{m['books.ready']()}
			</a>
		)
	const hasFailed = file.data?.state === 'failed'
	return (
		<>
			<Button icon={Download} busy={ask.busy || (id !== undefined && !hasFailed)} onClick={() => ask.start(undefined)}>
				{m['profit.file']()}
			</Button>
			{hasFailed && <span className="text-coral">{m['books.export_failed']()}</span>}
		</>
	)
}
