// The browser part of passkeys. Options and responses are JSON as defined by Web Authentication.

/** Reports whether this browser supports passkeys. */
export const hasPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Signs the server's challenge with a passkey; undefined if the operator cancels. */
export async function signWithPasskey(options: string): Promise<string | undefined> {
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(inner(options))
	return asked(() => navigator.credentials.get({ publicKey }))
}

/** Creates a passkey on this device; undefined if the operator cancels. */
export async function createPasskey(options: string): Promise<string | undefined> {
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(inner(options))
	return asked(() => navigator.credentials.create({ publicKey }))
}

/** Libraries wrap the options for the call they are made for. */
function inner<T>(options: string): T {
	const value = JSON.parse(options) as { publicKey?: T }
	return value.publicKey ?? (value as T)
}

async function asked(ask: () => Promise<Credential | null>): Promise<string | undefined> {
	try {
		const credential = await ask()
		return credential ? JSON.stringify((credential as PublicKeyCredential).toJSON()) : undefined
	} catch (error) {
		// The dialog was closed, timed out, or the passkey is already registered. Nothing changed; the page says what
		// else can be done.
		if (error instanceof DOMException) return undefined
		throw error
	}
}

/** A passkey is listed by the device it was made on. */
export function deviceName(): string {
	const { userAgent } = navigator
	const system = /iPhone|iPad|Android|Mac OS|Windows|Linux/.exec(userAgent)?.[0] ?? 'Браузер'
	return system.replace('Mac OS', 'macOS')
}
