import { ResponseError } from '~/api/errors.ts'
import { sheet } from './signInSheet.ts'

/** The API wants the person to sign in again before it does what was asked. */
export const wantsFresh = (error: unknown): boolean =>
	error instanceof ResponseError && error.problem?.code === 'fresh_sign_in_required'

/** Opens the sheet for that; afterwards the person is back on this page. */
export function askFresh(): void {
	sheet.update(() => ({ isOpen: true, isAgain: true }))
}
