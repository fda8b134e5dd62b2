// Buyers who need no browser: many orders at once, paid by the sandbox's automatic buyer.
import { sql } from '../shop.ts'
import { sandbox, sandboxCommand } from '../stories/sandbox.ts'
import { eventually } from './situations.ts'

const api = process.env.GATE_URL ?? ''

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
	const response = await fetch(`${api}/api/${path}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json', ...headers },
		body: JSON.stringify(body),
	})
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
	return response
}

/** Orders of one pack of codes, each paid by a method and delivered; gives their numbers. */
export async function sellCodes(count: number, provider: string, method: string): Promise<number[]> {
	await sandboxCommand('auto', { provider, pay: true })
	const product = Number(
		sql(`select id from products where kind = 'pubg' and is_active and price > 600 order by price limit 1`),
	)
	const orders: number[] = []
	for (let n = 0; n < count; n++) {
		const made = await post('orders/pubg/', {
			email: `night${n}@example.test`,
			products: [{ product_id: product, quantity: 1 }],
		})
		const { id, hash } = (await made.json()) as { id: number; hash: string }
		const cookie = made.headers.getSetCookie().map((one) => one.split(';')[0])
		const asBuyer = { 'X-Order-Hash': hash, Cookie: cookie.join('; ') }
		await post(`payments/${method}/`, { order_id: id, currency: 'RUB', phone: '+79161234567' }, asBuyer)
		orders.push(id)
	}
	for (const id of orders) await eventually(`select status from orders where id = ${id}`, 'done')
	await sandboxCommand('auto', { provider, pay: false })
	return orders
}

/** What a provider or a supplier says about a day, with mistakes on demand, as a file to load. */
export async function registryOf(party: string, day: string, mistakes: string) {
	const response = await fetch(`${sandbox}/control/registry/${party}?day=${day}&mistakes=${mistakes}`)
	if (!response.ok) throw new Error(await response.text())
	const buffer = Buffer.from(await response.arrayBuffer())
	return { name: `${party}-${day}.csv`, mimeType: 'text/csv', buffer }
}
