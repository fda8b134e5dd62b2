import { apiAs } from '~/api/api.server.ts'
import { type Confirming, confirmWith, lookWith } from './confirmEmail.ts'

/** The two steps of a confirmation for a browser without scripts. */
export async function confirm(request: Request): Promise<Confirming> {
	const form = await request.formData()
	const token = String(form.get('token') ?? '')
	const { call } = apiAs(request)
	return form.get('step') === 'confirm' ? confirmWith(call, token) : lookWith(call, token)
}
