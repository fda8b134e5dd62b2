import { useStore } from '@larek/shared/store.ts'
import { useMe } from '~/api/session.ts'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { OptionField } from '~/kit/fields.tsx'
import { lettersWork, setLettersWork } from '~/kit/hotkeys.ts'
import { Money } from '~/kit/Money.tsx'
import { Page } from '~/kit/Page.tsx'
import { Tag } from '~/kit/Pill.tsx'
import { permissionName } from '~/kit/permissionName.ts'
import { m } from '~/paraglide/messages.js'
import { Alerts } from './Alerts.tsx'
import { Factors } from './Factors.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { Sessions, SignIns } from './Sessions.tsx'

/** The operator's own account: sessions, factors and permissions. */
export default function AccountPage() {
	return (
		<Page title={m['account.title']()}>
			<div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_380px]">
				<div className="grid gap-3.5">
					<Sessions />
					<Alerts />
					<SignIns />
				</div>
				<div className="grid gap-3.5">
					<Factors />
					<PasswordForm />
					<Keys />
					<Rights />
				</div>
			</div>
		</Page>
	)
}

function Keys() {
	return (
		<Card title={m['keys.title']()}>
			<OptionField
				type="checkbox"
				label={m['account.letters']()}
				hint={m['account.letters_hint']()}
				checked={useStore(lettersWork)}
				onChange={(event) => setLettersWork(event.target.checked)}
			/>
		</Card>
	)
}

function Rights() {
	const { email, role, limits, permissions } = useMe()
	return (
		<Card title={m['account.rights']()} aside={<span className="text-muted">{role.title}</span>}>
			<Details wide>
				<Detail name={m['account.email']()}>{email}</Detail>
				{limits.map(({ permission, amount }) => (
					<Detail key={permission} name={permissionName(permission)}>
						{m['account.up_to']()} <Money sum={amount} />
					</Detail>
				))}
			</Details>
			<div className="mt-3 flex flex-wrap gap-1">
				{permissions.map((permission) => (
					<Tag key={permission}>{permissionName(permission)}</Tag>
				))}
			</div>
		</Card>
	)
}
