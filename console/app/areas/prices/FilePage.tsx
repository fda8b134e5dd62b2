import type { PriceImport } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Detail, Details } from '~/kit/Card.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { lineColumns, stateLabel } from './fileColumns.tsx'
import { type LinesShown, startApplying, useFileLines, usePriceFile } from './files.ts'
import { priceKeys } from './queries.ts'

/** A price file: previews the changes and rejected lines, then applies it. */
export default function PriceFile() {
	const id = Number(useParams().id)
	const file = usePriceFile(id)
	return (
		<Page
			title={file.data?.name ?? m['prices.file']()}
			parent={{ to: '/prices/files', title: m['prices.files']() }}
			actions={file.data && <Apply file={file.data} />}
		>
			<QueryBoundary query={file} skeleton={<SkeletonRows rows={8} />}>
				{(found) => (
					<div className="grid gap-4">
						<Details wide>
							<Detail name={m['prices.file_state']()}>{stateLabel[found.state]()}</Detail>
							<Detail name={m['prices.lines']()}>{found.lines}</Detail>
							<Detail name={m['prices.will_change']()}>{found.ready}</Detail>
							<Detail name={m['prices.verdict_same']()}>{found.same}</Detail>
							<Detail name={m['prices.file_refused']()}>{found.lines - found.ready - found.same}</Detail>
							<Detail name={m['prices.changed']()}>{found.applied}</Detail>
						</Details>
						<Lines file={found} />
					</div>
				)}
			</QueryBoundary>
		</Page>
	)
}

function Lines({ file }: { file: PriceImport }) {
	const [params, setParams] = useSearchParams()
	const shown = params.get('shown') ?? 'all'
	const lines = useFileLines(file, shown === 'all' ? undefined : (shown as LinesShown), params.get('cursor'))
	return (
		<>
			<Chips
				joined
				label={m['prices.lines']()}
				value={shown}
				onChange={(value) => setParams({ shown: value }, { replace: true })}
				chips={[
					{ value: 'all', label: m['prices.all_lines']() },
					{ value: 'changes', label: m['prices.only_changes']() },
					{ value: 'refused', label: m['prices.only_refused']() },
				]}
			/>
			<QueryTable
				query={lines}
				skeleton={8}
				empty={<Empty title={m['prices.no_lines']()} />}
				label={m['prices.lines']()}
				columns={lineColumns()}
				rowKey={({ line }) => String(line)}
				rowName={({ title, line }) => title || String(line)}
			/>
		</>
	)
}

function Apply({ file }: { file: PriceImport }) {
	const may = useMay()
	const [isOpen, setOpen] = useState(false)
	if (file.state !== 'checked' || file.ready === 0 || !may('price.write')) return null
	return (
		<>
			<Button look="lamp" onClick={() => setOpen(true)}>
				{m['prices.apply_file']({ count: file.ready })}
			</Button>
			{isOpen && (
				<ActionDialog
					open
					title={m['prices.apply_title']()}
					subtitle={file.name}
					consequences={[m['prices.apply_means']({ count: file.ready }), m['prices.apply_again']()]}
					reasons={[
						{ code: 'prices', label: m['prices.reason_list']() },
						{ code: 'other', label: m['prices.reason_other']() },
					]}
					submit={m['prices.apply']()}
					done={m['prices.applying']()}
					onClose={() => setOpen(false)}
					run={({ reason }, key) => startApplying(file.id, reason, key)}
					invalidate={[priceKeys.all]}
				/>
			)}
		</>
	)
}
