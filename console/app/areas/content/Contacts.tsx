import type { ContactRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { Bar } from './Bar.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import { Pieces } from './Pieces.tsx'
import { useContacts } from './queries.ts'
import { Versions } from './Versions.tsx'

/** The legal entities of the shop. */
export function Contacts() {
	const contacts = useContacts()
	const [editing, setEditing] = useState<ContactRow | 'new'>()
	const [looking, setLooking] = useState<ContactRow>()
	return (
		<>
			<Bar label={m['content.new_contact']()} onNew={() => setEditing('new')} />
			<QueryBoundary query={contacts} skeleton={<SkeletonRows rows={3} />}>
				{({ results }) =>
					results.length === 0 ? (
						<Empty title={m['content.empty_contacts']()} hint={m['content.empty_contacts_hint']()} />
					) : (
						<Pieces
							kind="contact"
							label={m['content.contacts']()}
							rows={results}
							name={({ companyName }) => companyName}
							onEdit={setEditing}
							onVersions={setLooking}
						>
							{(row) => (
								<>
									<p className="flex flex-wrap items-center gap-2 font-semibold">
										{row.companyName}
										{!row.isActive && <Pill>{m['content.hidden']()}</Pill>}
									</p>
									<p className="mt-0.5 text-muted">
										{m['content.inn']()} {row.inn}
									</p>
									<p className="text-muted">{row.address}</p>
									<p className="mt-1 whitespace-pre-line">{row.extra}</p>
								</>
							)}
						</Pieces>
					)
				}
			</QueryBoundary>
			{editing && <ContactDialog row={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
			{looking && (
				<Versions
					kind="contact"
					object={String(looking.id)}
					version={looking.version}
					onClose={() => setLooking(undefined)}
				/>
			)}
		</>
	)
}
