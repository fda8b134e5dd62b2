import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { Page } from '~/kit/Page.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { m } from '~/paraglide/messages.js'
import { DeadlinesTab } from './DeadlinesTab.tsx'
import { InvitationList } from './InvitationList.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { PeopleList } from './PeopleList.tsx'
import { RolesTab } from './RolesTab.tsx'

/** Employees, invitations and roles. */
export default function StaffPage() {
	const [tab, setTab] = useSearchState('tab')
	const [isInviting, setInviting] = useState(false)
	const may = useMay()
	const tabs = [
		{ value: 'people', label: m['staff.people']() },
		{ value: 'invitations', label: m['staff.invitations']() },
		{ value: 'roles', label: m['staff.roles']() },
		...(may('audit.read') ? [{ value: 'deadlines', label: m['staff.deadlines']() }] : []),
	]
	return (
		<Page
			title={m['staff.title']()}
			beside={
				<Chips
					joined
					label={m['staff.title']()}
					chips={tabs}
					value={tab ?? 'people'}
					onChange={(value) => setTab(value === 'people' ? null : value)}
				/>
			}
			actions={
				may('staff.write') && (
					<Button look="lamp" icon={UserRoundPlus} onClick={() => setInviting(true)}>
						{m['staff.invite']()}
					</Button>
				)
			}
		>
			{tab === 'roles' ? (
				<RolesTab />
			) : tab === 'invitations' ? (
				<InvitationList />
			) : tab === 'deadlines' ? (
				<DeadlinesTab />
			) : (
				<PeopleList />
			)}
			<InviteDialog open={isInviting} onClose={() => setInviting(false)} />
		</Page>
	)
}
