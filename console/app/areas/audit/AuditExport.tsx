import { Download } from 'lucide-react'
import { useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { showToast } from '~/kit/toast.ts'
import { m } from '~/paraglide/messages.js'
import { auditTable, mostRows, readAudit } from './auditFile.ts'

const header = () => [
	m['audit.at'](),
	m['audit.who'](),
	m['audit.what'](),
	m['audit.object'](),
	m['audit.reason'](),
	m['audit.address'](),
	m['audit.request'](),
]

/** Saves the filtered audit as a table. The browser reads it page by page, with the operator's permissions. */
export function AuditExport({ values }: { values: Record<string, string> }) {
	const [count, setCount] = useState(0)
	const read = useAction({
		run: () => readAudit(values, setCount),
		onDone: ({ rows, isCut }) => {
			save('audit.csv', auditTable(header(), rows))
			if (isCut) showToast({ text: m['audit.export_cut']({ count: mostRows }) })
		},
	})
	return (
		<>
			<Button size="small" icon={Download} busy={read.busy} onClick={() => read.start({})} className="max-md:hidden">
				{read.busy ? m['audit.exporting']({ count }) : m['audit.export']()}
			</Button>
			{read.problem && (
				<span role="alert" className="text-xs text-coral">
					{problemSentence(read.problem)}
				</span>
			)}
		</>
	)
}

function save(name: string, text: string): void {
	const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
	Object.assign(document.createElement('a'), { href: url, download: name }).click()
	URL.revokeObjectURL(url)
}
