import type { SignInMethod } from '@larek/api/store/types.gen.ts'
import { Skeleton } from '~/components/Skeleton.tsx'
import { ProviderMark } from '~/entities/session/ProviderMark.tsx'
import { providerNote } from '~/entities/session/providers.ts'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'
import { IntentForm } from './IntentForm.tsx'
import { LoadError } from './LoadError.tsx'
import { Panel } from './Panel.tsx'
import type { SettingsData } from './settings.ts'

const unbindable = new Set<string>(['facebook', 'steam', 'telegram', 'vk', 'vk_id', 'yandex'])

/** The services an account is linked to, and those it can be. */
export function LinkedProviders({ methods }: { methods: SettingsData['methods'] | undefined }) {
	const user = useUser()
	const shown = methods?.filter(({ provider, canBind }) => canBind || user?.socials.includes(provider))
	return (
		<Panel title={m['settings.socials']()}>
			<p className="text-sm text-muted">{m['settings.socials_hint']()}</p>
			{methods === null && <LoadError />}
			{methods !== null && !(user && shown) && <Skeleton className="h-64" />}
			{user && shown && (
				<ul className="grid gap-1">
					{shown.map((method) => (
						<Row key={method.provider} method={method} isBound={user.socials.includes(method.provider)} />
					))}
				</ul>
			)}
		</Panel>
	)
}

function Row({ method: { provider, title, canSignIn }, isBound }: { method: SignInMethod; isBound: boolean }) {
	const bound = canSignIn ? m['settings.bound_here']() : m['settings.bound_only']()
	const note = isBound ? bound : (providerNote(provider) ?? m['settings.not_bound']())
	return (
		<li className="flex min-h-14 items-center gap-3">
			<ProviderMark provider={provider} />
			<span className="min-w-0 flex-1">
				<b className="block">{title}</b>
				<span className={isBound ? 'block text-sm text-mint' : 'block text-sm text-muted'}>{note}</span>
			</span>
			{isBound && unbindable.has(provider) && (
				<IntentForm intent="unbind" fields={{ provider }} look="quiet">
					{m['settings.unbind']()}
					<span className="sr-only"> {title}</span>
				</IntentForm>
			)}
			{!isBound && (
				<IntentForm intent="bind" fields={{ provider }}>
					{m['settings.bind']()}
					<span className="sr-only"> {title}</span>
				</IntentForm>
			)}
		</li>
	)
}
