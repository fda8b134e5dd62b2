import { Suspense } from 'react'
import { Dialog } from '~/components/Dialog.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import type { SignInProps } from './SignInMethods.tsx'

const SignInMethods = lazyPart(() => import('./SignInMethods.tsx'), { ahead: true })

/** Opens at once; the ways to sign in come into it. */
export function SignInDialog(props: SignInProps) {
	return (
		<Dialog open title={props.isAgain ? m['auth.again_title']() : m['auth.title']()} onClose={props.onClose}>
			<Suspense fallback={<Skeleton className="h-52" />}>
				<SignInMethods {...props} />
			</Suspense>
		</Dialog>
	)
}
