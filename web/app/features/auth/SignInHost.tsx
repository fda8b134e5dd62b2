import { useStore } from '@larek/shared/store.ts'
import { useEffect } from 'react'
import { href, useLocation, useNavigate } from 'react-router'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { closeSignIn, openSignIn, sheet, signInHash } from '~/entities/session/signInSheet.ts'
import { SignInDialog } from './SignInDialog.tsx'

/** The place of the sign-in sheet, which anything on the page may open. */
export function SignInHost() {
	const { isOpen, back, isAgain } = useStore(sheet)
	const { hash, pathname, search } = useLocation()
	const navigate = useNavigate()
	useEffect(() => {
		if (hash !== signInHash) return
		navigate({ pathname, search }, { replace: true, preventScrollReset: true })
		// A private page redirected home: the buyer wanted to go there.
		if (!isSignedIn()) openSignIn(pathname === href('/ru') ? href('/ru/profile') : undefined)
	}, [hash, pathname, search, navigate])
	if (!isOpen) return null
	return <SignInDialog back={back ?? pathname + search} isAgain={isAgain} onClose={closeSignIn} />
}
