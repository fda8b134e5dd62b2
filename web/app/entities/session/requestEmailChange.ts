// Loaded when an address is given: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { changeEmail } from '~/api/gen/sdk.gen.ts'
import { refetchUser } from './user.ts'

export async function wantEmail(email: string): Promise<void> {
	await call(changeEmail, { body: { email } })
	await refetchUser()
}
