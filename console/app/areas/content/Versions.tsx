import type { ContentKind, ContentSaved, ContentVersionRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { useMay } from '~/api/session.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { Html } from './Preview.tsx'
import { contentKeys, sendRestore, useVersion, useVersions } from './queries.ts'

interface VersionsProps {
	kind: ContentKind
	object: string
	/** The one buyers see now. */
	version: number
	onClose: () => void
	onSaved?: (saved: ContentSaved) => void
}

/** Earlier versions, each with a preview and a button to restore it. */
export function Versions(props: VersionsProps) {
	const { kind, object, version, onClose, onSaved } = props
	const versions = useVersions(kind, object)
	const [restoring, setRestoring] = useState<number>()
	return (
		<Drawer open wide title={m['content.versions']()} onClose={onClose}>
			<QueryBoundary query={versions} skeleton={<SkeletonRows rows={5} />}>
				{({ results }) =>
					results.length === 0 ? (
						<Empty title={m['content.no_versions']()} hint={m['content.no_versions_hint']()} />
					) : (
						<ul className="divide-y divide-hair">
							{results.map((row) => (
								<Version key={row.version} {...props} row={row} onRestore={() => setRestoring(row.version)} />
							))}
						</ul>
					)
				}
			</QueryBoundary>
			{restoring !== undefined && (
				<ActionDialog<Record<string, never>, ContentSaved>
					open
					onClose={() => setRestoring(undefined)}
					title={m['content.restore_title']({ version: restoring })}
					consequences={[m['content.restore_1']()]}
					reasons={reasons()}
					submit={m['content.restore']()}
					done={m['content.restored']()}
					version={version}
					run={({ reason }, key, opened) => sendRestore({ kind, object, version: opened, to: restoring, reason }, key)}
					invalidate={[contentKeys.all]}
					onDone={(saved) => {
						onSaved?.(saved)
						onClose()
					}}
				/>
			)}
		</Drawer>
	)
}

function Version({
	kind,
	object,
	version,
	row,
	onRestore,
}: VersionsProps & { row: ContentVersionRow; onRestore: () => void }) {
	const may = useMay()
	const [isOpen, setOpen] = useState(false)
	return (
		<li className="py-2.5">
			<div className="flex flex-wrap items-center gap-2">
				<span className="font-medium">{m['content.version']({ version: row.version })}</span>
				{row.version === version && <Pill tone="good">{m['content.current']()}</Pill>}
				<span className="min-w-0 flex-1 text-xs text-muted">
					{row.by ? (
						<>
							{row.by}, <Age at={row.at} />
						</>
					) : (
						m['content.first_version']()
					)}
				</span>
				<Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
					{m['content.look']()}
				</Button>
				{row.version !== version && may('content.write') && (
					<Button size="small" onClick={onRestore}>
						{m['content.restore']()}
					</Button>
				)}
			</div>
			{isOpen && <VersionText kind={kind} object={object} version={row.version} />}
		</li>
	)
}

function VersionText({ kind, object, version }: { kind: ContentKind; object: string; version: number }) {
	const text = useVersion(kind, object, version)
	return (
		<QueryBoundary query={text} skeleton={<SkeletonRows rows={3} />}>
			{(data) => (
				<div className="mt-2 rounded-card border border-hair px-3.5 py-3">
					<p className="mb-2 font-semibold">{data.title}</p>
					{data.isHtml ? <Html html={data.text} /> : <p className="whitespace-pre-line">{data.text}</p>}
				</div>
			)}
		</QueryBoundary>
	)
}
