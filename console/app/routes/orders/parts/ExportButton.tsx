import { Download } from 'lucide-react'
import { useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button, buttonClass } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { fileAddress, startExport, useExport } from '../exportQueries.ts'

/** Makes a file of the orders a filter shows: a job of the server, its progress here, then the file. */
export function ExportButton({ query }: { query: string }) {
	const [id, setId] = useState<number>()
	const job = useExport(id)
	const start = useAction({ run: startExport, onDone: (made) => setId(made.id) })
	if (job.data?.state === 'done') {
		return (
			<a href={fileAddress(job.data.id)} download className={buttonClass({ size: 'small' }, 'max-md:hidden')}>
				<Download size={14} aria-hidden="true" />
				{m['orders.download']()}
			</a>
		)
	}
	const isRunning = start.busy || job.data?.state === 'waiting' || job.data?.state === 'running'
	const failed = start.problem
		? problemSentence(start.problem)
		: job.data?.state === 'failed' && m['orders.export_failed']()
	return (
		<>
			<Button
				size="small"
				icon={Download}
				busy={isRunning}
				onClick={() => start.start(query)}
				className="max-md:hidden"
			>
				{isRunning ? m['orders.export_rows']({ count: job.data?.rows ?? 0 }) : m['orders.export']()}
			</Button>
			{failed && (
				<span role="alert" className="text-xs text-coral">
					{failed}
				</span>
			)}
		</>
	)
}
