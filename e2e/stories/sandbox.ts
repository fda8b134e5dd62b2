// The sandbox, which stands in for providers, suppliers and mail.
import { expect } from '@playwright/test'

export const sandbox = process.env.SANDBOX_URL ?? process.env.LAREK_SANDBOX_ORIGIN ?? ''

/** Sends one command to the sandbox. */
export async function sandboxCommand(path: string, body: object): Promise<void> {
	const response = await fetch(`${sandbox}/control/${path}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	})
	expect(response.status, await response.text()).toBeLessThan(300)
}
