import { Popover } from '@base-ui/react/popover'
import type { OrdersExport } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { Download, History } from 'lucide-react'
import { useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button, buttonClass, IconButton } from '~/kit/Button.tsx'
import { popup } from '~/kit/popup.ts'
import { m } from '~/paraglide/messages.js'
import { fileAddress, startExport, useExport, useExports } from './listQueries.ts'

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

const states: Record<Exclude<OrdersExport['state'], 'done'>, () => string> = {
	waiting: m['orders.file_running'],
	running: m['orders.file_running'],
	failed: m['orders.file_failed'],
	expired: m['orders.file_expired'],
}

/** Files made before: each is kept for seven days. */
export function EarlierFiles() {
	const [open, setOpen] = useState(false)
	const { data } = useExports(open)
	return (
		<Popover.Root open={open} onOpenChange={setOpen}>
			<Popover.Trigger
				render={<IconButton small label={m['orders.earlier_files']()} icon={History} className="max-md:hidden" />}
			/>
			<Popover.Portal>
				<Popover.Positioner sideOffset={6} align="end" className="z-50">
					<Popover.Popup aria-label={m['orders.earlier_files']()} className={popup.box}>
						<ul className="grid min-w-72 p-1.5">
							{data?.results.map((file) => (
								<li key={file.id} className="flex min-h-8 items-center gap-3">
									<span className="flex-1">{dayAndTime(new Date(file.created))}</span>
									<span className="text-xs text-muted">{m['orders.file_rows']({ count: file.rows })}</span>
									{file.state === 'done' ? (
										<a href={fileAddress(file.id)} download className="text-sky hover:underline">
											{m['orders.download']()}
										</a>
									) : (
										<span className="text-muted">{states[file.state]()}</span>
									)}
								</li>
							))}
							{data?.results.length === 0 && <li className="text-muted">{m['orders.no_files']()}</li>}
						</ul>
					</Popover.Popup>
				</Popover.Positioner>
			</Popover.Portal>
		</Popover.Root>
	)
}
