// An order as its pages show it, made from the contract's five kinds in one place: the server sends it with the page,
// the browser makes it anew with every change.
import type { GiftRegion, LineStatus, Order, OrderStatus, RefundTo, StandoffLot } from '~/api/gen/types.gen.ts'
import { noVariant } from '~/api/variants.ts'
import type { Amounts } from '~/entities/cart/cart.ts'
import { type Minor, parseMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import type { Draft } from './draft.ts'

export interface LineView {
	id: number
	title: string
	quantity: number
	sum: Minor
	status: LineStatus
	codes: string[]
	/** How many codes it will have; 0 when it goes straight to an account. */
	expects: number
}

export interface QuoteView {
	paymentId: number
	method: string
	amount: Minor
	currency: string
	rate: string
	fee: Minor
	expiresAt: string
}

export interface Moment {
	at: string
	event: string
	text: string
	lineId: number | null
	/** The goods it is about, where there are several. */
	about?: string
}

export interface OrderView {
	id: number
	hash: string
	kind: Order['resourcetype']
	status: OrderStatus
	created: string
	total: Minor
	toPay: Minor
	rejectReason: string | null
	isPaymentActive: boolean
	/** Whether this visitor may change it; to everybody else what is personal comes masked. */
	isOwner: boolean
	/** How its owner proves it: by signing in, or by the link of a letter. */
	belongsTo: Order['belongsTo']
	email: string | null
	/** The game or the gift, and its page. */
	goods: { title: string; to: string }
	/** Whose account, in words; empty for codes. */
	account: string
	/** The name the supplier knows that account by. */
	player: string | null
	/** Where the key of a gift works. */
	region: GiftRegion | null
	lines: LineView[]
	timeline: Moment[]
	expiresAt: string | null
	detailsDeadline: string | null
	isFeedbackAllowed: boolean
	/** What was handed over, in the supplier's words and signed by the shop. */
	deliveryReceipt: string | null
	refundTo: RefundTo
	/** Until when a paid order waits for its supplier; then the money goes back. */
	heldUntil: string | null
	/** What operators say the buyer has got. */
	proofs: string[]
	quote: QuoteView | null
	lot: StandoffLot | null
	/** The picture of a Standoff account. */
	avatar: string | null
	again: Again | null
}

/** What it takes to order the same once more; gifts have a page of their own. */
export interface Again {
	gameId: number
	amounts: Amounts
	draft: Draft
}

export function viewOf(order: Order): OrderView {
	const { id, hash, status, created, rejectReason, isPaymentActive, isOwner, belongsTo, email, game, progress } = order
	const quote = progress?.quote
	const lines = linesOf(order)
	const goods =
		order.resourcetype === 'RokkyOrder'
			? { title: order.gift.title, to: `/ru/gifts/detalis/${order.gift.id}` }
			: { title: game?.title ?? '', to: game ? `/ru/games/${game.id}` : '/ru/games' }
	return {
		id,
		hash,
		kind: order.resourcetype,
		status,
		created,
		total: parseMoney(order.total),
		toPay: parseMoney(order.totalToPay),
		rejectReason,
		isPaymentActive,
		isOwner,
		belongsTo,
		email,
		goods,
		account: accountOf(order),
		player: order.accountName,
		region: order.resourcetype === 'RokkyOrder' ? order.gift.region : null,
		lines,
		timeline: (progress?.timeline ?? []).map(({ at, event, text, lineId }) => {
			const line = lines.length > 1 ? lines.find(({ id }) => id === lineId) : undefined
			return { at, event, text, lineId, ...(line && { about: line.title }) }
		}),
		expiresAt: progress?.expiresAt ?? null,
		detailsDeadline: progress?.detailsDeadline ?? null,
		isFeedbackAllowed: progress?.isFeedbackAllowed ?? false,
		deliveryReceipt: progress?.deliveryReceipt ?? null,
		refundTo: progress?.refundTo ?? 'method',
		heldUntil: progress?.heldUntil ?? null,
		proofs: progress?.proofs ?? [],
		quote: quote ? { ...quote, amount: parseMoney(quote.amount), fee: parseMoney(quote.fee) } : null,
		lot: order.resourcetype === 'StandoffOrder' ? order.lot : null,
		avatar: order.resourcetype === 'StandoffOrder' ? order.gameAvatar : null,
		// What is masked cannot be ordered again.
		again: game && isOwner ? { gameId: game.id, amounts: amountsOf(order), draft: draftOf(order) } : null,
	}
}

function linesOf(order: Order): LineView[] {
	if (order.resourcetype === 'RokkyOrder') {
		const { code, gift, total } = order
		const codes = code ? [code] : []
		const line = { id: gift.id, title: gift.title, quantity: 1, sum: parseMoney(total), codes, expects: 1 }
		return [{ ...line, status: order.orderProducts[0]?.status ?? giftStatus(order.status) }]
	}
	const isCodes = order.resourcetype === 'PUBGOrder'
	const codes = new Map(isCodes ? order.orderProducts.map((line) => [line.id, line.codes]) : [])
	return order.orderProducts.map(({ id, quantity, product, status, unitPrice }) => ({
		id,
		title: product.title,
		quantity,
		sum: quantity * parseMoney(unitPrice),
		status,
		codes: codes.get(id)?.map(({ code }) => code) ?? [],
		expects: isCodes ? quantity : 0,
	}))
}

/** A gift may have no line of its own. */
function giftStatus(status: OrderStatus): LineStatus {
	if (status === 'done' || status === 'sent') return 'completed'
	if (status === 'failed') return 'refunded'
	return status === 'sending' ? 'sending' : 'processing'
}

function accountOf(order: Order): string {
	switch (order.resourcetype) {
		case 'MooGoldOrder': {
			const server = order.moogoldServerName ?? order.moogoldServerCustomId
			return [m['order_page.account_id']({ id: order.moogoldUserId }), server].filter(Boolean).join(' · ')
		}
		case 'StandoffOrder':
			return m['order_page.account_id']({ id: order.gameAccountId })
		case 'SteamOrder':
			return m['order_page.account_login']({ login: order.steamAccountId })
		case 'PUBGOrder':
		case 'RokkyOrder':
			return order.email ?? ''
		default:
			return noVariant(order)
	}
}

function amountsOf({ orderProducts }: Order): Amounts {
	return Object.fromEntries(orderProducts.map(({ product, quantity }) => [product.id, quantity]))
}

function draftOf(order: Order): Draft {
	return { ...accountDraft(order), ...(order.email && { email: order.email }) }
}

function accountDraft(order: Order): Draft {
	switch (order.resourcetype) {
		case 'MooGoldOrder':
			return {
				supplyUserId: order.moogoldUserId,
				server: order.moogoldServer ? String(order.moogoldServer) : '',
				serverCustom: order.moogoldServerCustomId ?? '',
			}
		case 'StandoffOrder':
			// The picture of that order serves once more.
			return { gameAccountId: order.gameAccountId, ...(order.gameAvatar && { historyOrderId: String(order.id) }) }
		case 'SteamOrder':
			return { steamAccountId: order.steamAccountId, steamAmount: order.total.replace(/\.00$/, '').replace('.', ',') }
		default:
			return {}
	}
}
