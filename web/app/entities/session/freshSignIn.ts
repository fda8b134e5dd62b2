import { ResponseError } from '~/api/errors.ts'
import { sheet } from './signInSheet.ts'

/** The API requires a fresh sign-in before it does what was asked. */
export const isFreshSignInRequired = (error: unknown): boolean =>
	error instanceof ResponseError && error.problem?.code === 'fresh_sign_in_required'

/** Opens the sheet for that; afterwards the user returns to this page. */
export function requestFreshSignIn(): void {
	sheet.update(() => ({ isOpen: true, isAgain: true }))
}
