import { KeyRound, LogOut, UserRoundCheck, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useMe } from '~/api/session.ts'
import { Age } from '~/kit/Age.tsx'
import { Button, ButtonLink } from '~/kit/Button.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { MemberDialog, type MemberDialogKind } from './MemberDialog.tsx'
import { factorLabel, MemberState } from './PeopleList.tsx'
import { type Member, usePerson } from './queries.ts'

/** An employee: role, factors, sessions and actions. */
export default function PersonPage() {
	const { id } = useParams()
	const person = usePerson(Number(id))
	const [dialog, setDialog] = useState<MemberDialogKind>()
	const parent = { to: '/staff', title: m['staff.title']() }
	return (
		<Page title={person.data?.member.name ?? m['staff.person']()} parent={parent}>
			<QueryBoundary query={person} skeleton={<SkeletonCards />}>
				{({ member, sessions }) => (
					<div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_320px]">
						<div className="grid gap-3.5">
							<Summary member={member} />
							<Card title={m['staff.sessions']()} flush>
								{sessions.length === 0 && <p className="px-3.5 py-3 text-muted">{m['staff.no_sessions']()}</p>}
								<ul className="divide-y divide-hair">
									{sessions.map((session) => (
										<li key={session.name} className="px-3.5 py-2">
											<p className="font-medium">{session.device}</p>
											<p className="text-xs text-muted">
												{session.address} · <Age at={session.usedAt} />
											</p>
										</li>
									))}
								</ul>
							</Card>
						</div>
						<MemberActions member={member} onOpen={setDialog} />
						{dialog && <MemberDialog kind={dialog} member={member} onClose={() => setDialog(undefined)} />}
					</div>
				)}
			</QueryBoundary>
		</Page>
	)
}

function Summary({ member }: { member: Member }) {
	return (
		<Card title={member.name} aside={<MemberState member={member} />}>
			{member.suspendedFor && <Note tone="bad">{member.suspendedFor}</Note>}
			<Details wide>
				<Detail name={m['staff.email']()}>
					<Copy text={member.email} what={m['staff.email']()} />
				</Detail>
				<Detail name={m['staff.role']()}>{member.role.title}</Detail>
				<Detail name={m['staff.factor']()}>{factorLabel(member)}</Detail>
				<Detail name={m['staff.seen']()}>
					<Age at={member.seenAt} />
				</Detail>
			</Details>
		</Card>
	)
}

function MemberActions({ member, onOpen }: { member: Member; onOpen: (kind: MemberDialogKind) => void }) {
	const isMyself = useMe().id === member.id
	if (isMyself) return <Note tone="note">{m['staff.myself']()}</Note>
	return (
		<Card title={m['kit.can']()}>
			<div className="grid gap-2">
				<Button icon={KeyRound} onClick={() => onOpen('role')}>
					{m['staff.change_role']()}
				</Button>
				<Button icon={LogOut} onClick={() => onOpen('end')}>
					{m['staff.end_sessions']()}
				</Button>
				<Button icon={KeyRound} onClick={() => onOpen('reset')}>
					{m['staff.reset_factor']()}
				</Button>
				{member.suspendedAt ? (
					<Button icon={UserRoundCheck} onClick={() => onOpen('restore')}>
						{m['staff.resume']()}
					</Button>
				) : (
					<Button look="bad" icon={UserRoundX} onClick={() => onOpen('suspend')}>
						{m['staff.suspend']()}
					</Button>
				)}
				<ButtonLink look="flat" to={`/audit?actor=${member.id}`}>
					{m['staff.last_actions']()}
				</ButtonLink>
			</div>
		</Card>
	)
}
