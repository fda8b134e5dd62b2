import type { SignInMethod, UnbindableProvider } from '~/api/gen/types.gen.ts'
import { Button } from '~/components/Button.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { ProviderMark } from '~/entities/session/ProviderMark.tsx'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'
import { Failed } from './LoadError.tsx'
import { Panel } from './Panel.tsx'
import { useAsked } from './useAsked.ts'
import { useDoing } from './useDoing.ts'

const askMethods = (ask: typeof import('./settingsApi.client.ts')) => ask.askMethods()
const unbindable = new Set<string>(['facebook', 'steam', 'telegram', 'vk', 'vk_id', 'yandex'])

/** The services an account is linked to, and those it can be. */
export function Socials() {
	const user = useUser()
	const { value: methods, failed, again } = useAsked(askMethods)
	const shown = methods?.filter(({ provider, canBind }) => canBind || user?.socials.includes(provider))
	return (
		<Panel title={m['settings.socials']()}>
			<p className="text-sm text-muted">{m['settings.socials_hint']()}</p>
			{failed && <Failed retry={again} />}
			{!failed && !(user && shown) && <Skeleton className="h-64" />}
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

function Row({ method, isBound }: { method: SignInMethod; isBound: boolean }) {
	const { provider, title, canSignIn } = method
	const [doing, run] = useDoing()
	const bind = () => run('bind', (ask) => ask.bind(provider))
	const unbind = () =>
		run('unbind', async (ask) => {
			await ask.unbind(provider as UnbindableProvider)
			notify('success', m['settings.unbound']({ title }))
		})
	const note = isBound
		? canSignIn
			? m['settings.bound_here']()
			: m['settings.bound_only']()
		: m['settings.not_bound']()
	return (
		<li className="flex min-h-14 items-center gap-3">
			<ProviderMark provider={provider} />
			<span className="min-w-0 flex-1">
				<b className="block">{title}</b>
				<span className={isBound ? 'block text-sm text-mint' : 'block text-sm text-muted'}>{note}</span>
			</span>
			{isBound && unbindable.has(provider) && (
				<Button size="small" look="quiet" busy={doing === 'unbind'} onClick={unbind}>
					{m['settings.unbind']()}
					<span className="sr-only"> {title}</span>
				</Button>
			)}
			{!isBound && (
				<Button size="small" busy={doing === 'bind'} onClick={bind}>
					{m['settings.bind']()}
					<span className="sr-only"> {title}</span>
				</Button>
			)}
		</li>
	)
}
