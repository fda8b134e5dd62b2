import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'

const seedOfEd25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The access token the API would give to a signed-in user. */
export function accessToken(user: number): string {
	const derive = (from: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', from, '', `larek/${purpose}`, 32))
	const secret = Buffer.from(process.env.LAREK_SECRET ?? '', 'base64')
	const seed = derive(derive(secret, 'token'), 'access')
	const key = createPrivateKey({ key: Buffer.concat([seedOfEd25519, seed]), format: 'der', type: 'pkcs8' })
	const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
	const kid = createHash('sha256').update(point).digest('hex').slice(0, 8)
	const now = Math.floor(Date.now() / 1000)
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const text = `${part({ alg: 'EdDSA', typ: 'JWT', kid })}.${part({ iss: 'larek', sub: String(user), iat: now, exp: now + 900 })}`
	return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}
