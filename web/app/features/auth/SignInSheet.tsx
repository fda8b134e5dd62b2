import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ResponseError } from '~/api/errors.ts'
import type { SignInMethod, SocialProvider } from '~/api/gen/types.gen.ts'
import { Button } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { ProviderMark } from '~/entities/session/ProviderMark.tsx'
import { askMethods, begin } from '~/entities/session/startSignIn.ts'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'

interface SignInSheetProps {
	back: string
	/** Only the ways into the account that is signed in. */
	isAgain?: boolean
	onClose: () => void
}

/** The ways to sign in that are open to the buyer's country. */
export default function SignInSheet({ back, isAgain = false, onClose }: SignInSheetProps) {
	const user = useUser()
	const [methods, setMethods] = useState<SignInMethod[] | 'failed'>()
	const [chosen, choose] = useState<SocialProvider>()
	const [error, setError] = useState<string>()
	const own = Array.isArray(methods) && methods.filter(({ provider }) => user?.socials.includes(provider))
	const shown = isAgain && own && own.length > 0 ? own : methods

	useEffect(() => {
		askMethods().then(
			(all) => setMethods(all.filter(({ canSignIn }) => canSignIn)),
			() => setMethods('failed'),
		)
	}, [])

	async function go(provider: SocialProvider) {
		choose(provider)
		setError(undefined)
		try {
			await begin({ provider, kind: 'enter', back })
		} catch (caught) {
			choose(undefined)
			setError((caught instanceof ResponseError && caught.detail) || m['auth.failed']())
		}
	}

	return (
		<Dialog open title={isAgain ? m['auth.again_title']() : m['auth.title']()} onClose={onClose}>
			<p className="mb-4 text-sm text-muted">{isAgain ? m['auth.again_why']() : m['auth.why']()}</p>
			{methods === undefined && <Waiting />}
			{(methods === 'failed' || methods?.length === 0) && <p className="text-coral">{m['auth.unavailable']()}</p>}
			{Array.isArray(shown) && (
				<ul className="grid gap-2">
					{shown.map(({ provider, title }) => (
						<li key={provider}>
							<Button wide busy={chosen === provider} className="justify-start px-4" onClick={() => go(provider)}>
								<ProviderMark provider={provider} />
								{m['auth.with']({ title })}
							</Button>
						</li>
					))}
				</ul>
			)}
			<p role="alert" className={error ? 'mt-3 text-sm text-coral' : 'sr-only'}>
				{error}
			</p>
			<p className="mt-4 text-sm text-muted">
				{m['auth.terms']()}{' '}
				<Terms to="/ru/info/user-agreement" onClose={onClose}>
					{m['auth.agreement']()}
				</Terms>{' '}
				{m['auth.and']()}{' '}
				<Terms to="/ru/info/privacy-policy" onClose={onClose}>
					{m['auth.privacy']()}
				</Terms>
				.
			</p>
		</Dialog>
	)
}

function Terms({ to, onClose, children }: { to: string; onClose: () => void; children: string }) {
	return (
		<Link to={to} onClick={onClose} className="text-fore underline underline-offset-3">
			{children}
		</Link>
	)
}

function Waiting() {
	return (
		<div role="status" className="grid gap-2">
			<span className="sr-only">{m['common.loading']()}</span>
			<Skeleton className="h-13" />
			<Skeleton className="h-13" />
		</div>
	)
}
