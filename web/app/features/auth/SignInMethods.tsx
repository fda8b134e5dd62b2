import type { SignInMethod, SocialProvider } from '@larek/api/store/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { ResponseError } from '~/api/errors.ts'
import { Button } from '~/components/Button.tsx'
import { FormError } from '~/components/FormError.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { ProviderMark } from '~/entities/session/ProviderMark.tsx'
import { providerNote } from '~/entities/session/providers.ts'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'

/** With the client of the API, which most visitors never need: the sheet is fetched ahead without it. */
const loadApi = () => import('~/entities/session/startSignIn.ts')

export interface SignInProps {
	back: string
	/** Only the ways into the account that is signed in. */
	isAgain?: boolean
	onClose: () => void
}

/** The ways to sign in that are open to the buyer's country. */
export default function SignInMethods({ back, isAgain = false, onClose }: SignInProps) {
	const user = useUser()
	const [methods, setMethods] = useState<SignInMethod[] | 'failed'>()
	const [chosen, choose] = useState<SocialProvider>()
	const [error, setError] = useState<string>()
	const own = Array.isArray(methods) && methods.filter(({ provider }) => user?.socials.includes(provider))
	const shown = isAgain && own && own.length > 0 ? own : methods

	useEffect(() => {
		loadApi()
			.then(({ fetchSignInMethods }) => fetchSignInMethods())
			.then(
				(all) => setMethods(all.filter(({ canSignIn }) => canSignIn)),
				() => setMethods('failed'),
			)
	}, [])

	async function go(provider: SocialProvider) {
		choose(provider)
		setError(undefined)
		try {
			const { startSignIn } = await loadApi()
			await startSignIn({ provider, kind: 'enter', back })
		} catch (caught) {
			choose(undefined)
			setError((caught instanceof ResponseError && caught.detail) || m['auth.failed']())
		}
	}

	return (
		<>
			<p className="mb-4 text-sm text-muted">{isAgain ? m['auth.again_why']() : m['auth.why']()}</p>
			{methods === undefined && <Waiting />}
			{(methods === 'failed' || methods?.length === 0) && <p className="text-coral">{m['auth.unavailable']()}</p>}
			{Array.isArray(shown) && (
				<ul className="grid gap-2">
					{shown.map(({ provider, title }) => (
						<li key={provider}>
							<Button
								wide
								busy={chosen === provider}
								className="justify-start px-4! py-1.5"
								onClick={() => go(provider)}
							>
								<ProviderMark provider={provider} />
								<span className="text-left">
									{m['auth.with']({ title })}
									{providerNote(provider) && (
										<span className="block text-sm font-normal text-muted">{providerNote(provider)}</span>
									)}
								</span>
							</Button>
						</li>
					))}
				</ul>
			)}
			<Terms
				to={`${href('/ru/auth/password')}?back=${encodeURIComponent(back)}`}
				onClose={onClose}
				className="mt-2 inline-flex min-h-11 items-center text-sm"
			>
				{m['auth.password_link']()}
			</Terms>
			<FormError className="mt-3">{error}</FormError>
			<p className="mt-4 text-sm text-muted">
				{m['auth.terms']()}{' '}
				<Terms to={href('/ru/info/:slug', { slug: 'user-agreement' })} onClose={onClose}>
					{m['auth.agreement']()}
				</Terms>{' '}
				{m['auth.and']()}{' '}
				<Terms to={href('/ru/info/:slug', { slug: 'privacy-policy' })} onClose={onClose}>
					{m['auth.privacy']()}
				</Terms>
				.
			</p>
		</>
	)
}

interface TermsProps {
	to: string
	className?: string
	onClose: () => void
	children: string
}

function Terms({ to, className, onClose, children }: TermsProps) {
	return (
		<Link to={to} onClick={onClose} className={classes('text-fore underline underline-offset-3', className)}>
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
