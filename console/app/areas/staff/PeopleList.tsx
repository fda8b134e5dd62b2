import { Age } from '~/kit/Age.tsx'
import { Avatar } from '~/kit/Avatar.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { type Member, usePeople } from './queries.ts'

export function MemberState({ member }: { member: Member }) {
	return member.suspendedAt ? (
		<Pill tone="bad">{m['staff.suspended']()}</Pill>
	) : (
		<Pill tone="good">{m['staff.active']()}</Pill>
	)
}

/** Describes the second factor; an operator without one cannot sign in. */
export function factorLabel({ passkeys, totp }: Member): string {
	const words = [passkeys > 0 && m['staff.passkey'](), totp && m['staff.totp']()].filter(Boolean)
	return words.join(', ') || m['staff.no_factor']()
}

const columns: Column<Member>[] = [
	{
		id: 'name',
		header: m['staff.name'](),
		phone: 'title',
		cell: (row) => (
			<span className="inline-flex items-center gap-2">
				<Avatar name={row.name} small beside />
				{row.name}
			</span>
		),
	},
	{ id: 'email', header: m['staff.email'](), cell: (row) => row.email },
	{ id: 'role', header: m['staff.role'](), phone: 'line', cell: (row) => row.role.title },
	{ id: 'factor', header: m['staff.factor'](), cell: factorLabel },
	{ id: 'seen', header: m['staff.seen'](), phone: 'line', cell: (row) => <Age at={row.seenAt} /> },
	{ id: 'sessions', header: m['staff.sessions'](), align: 'right', width: 90, cell: (row) => row.sessions },
	{ id: 'state', header: m['staff.state'](), width: 130, phone: 'end', cell: (row) => <MemberState member={row} /> },
]

export function PeopleList() {
	const people = usePeople()
	return (
		<QueryBoundary query={people} skeleton={<SkeletonRows />}>
			{(rows) => (
				<Table
					label={m['staff.people']()}
					columns={columns}
					rows={rows}
					rowKey={(row) => String(row.id)}
					rowName={(row) => row.name}
					to={(row) => `/staff/${row.id}`}
				/>
			)}
		</QueryBoundary>
	)
}
