import { apiAs } from '~/api/api.server.ts'
import { ResponseError } from '~/api/errors.ts'
import { confirmEmail } from '~/api/gen/sdk.gen.ts'

export interface Confirmed {
	isDone: boolean
	detail?: string
}

export async function confirm(request: Request): Promise<Confirmed> {
	const token = String((await request.formData()).get('token') ?? '')
	try {
		await apiAs(request).call(confirmEmail, { body: { token } })
		return { isDone: true }
	} catch (error) {
		return { isDone: false, detail: error instanceof ResponseError ? error.detail : undefined }
	}
}
