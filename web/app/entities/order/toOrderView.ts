// Makes the view of an order from the contract's five kinds: the server sends it with the page, the browser makes it again
// with every change.

import type { LineStatus, Order, OrderStatus, Quote } from '@larek/api/store/types.gen.ts'
import { parseMoney } from '@larek/shared/money.ts'
import { href } from 'react-router'
import { gamePath, giftPath } from '~/lib/paths.ts'
import { productTitle } from '~/lib/productTitle.ts'
import { accountOf } from './accountOf.ts'
import type { CodeReport, LineView, OrderView, QuoteView } from './orderView.ts'
import { amountsOf, draftOf } from './repeatData.ts'

export function toOrderView(order: Order): OrderView {
	const { id, hash, status, created, rejectReason, isPaymentActive, isOwner, belongsTo, email, game, paid, progress } =
		order
	const quote = progress?.quote
	const lines = linesOf(order)
	const goods =
		order.resourcetype === 'RokkyOrder'
			? { title: order.gift.title, to: giftPath(order.gift.id) }
			: { title: game?.title ?? '', to: game ? gamePath(game.id) : href('/ru/games') }
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
		pictures: (progress?.pictures ?? []).map(({ id, width, height }) => ({ id, width, height })),
		quote: quote ? quoteOf(quote) : null,
		paid: paid && { ...paid, amount: parseMoney(paid.amount), refunded: parseMoney(paid.refunded) },
		lot: order.resourcetype === 'StandoffOrder' ? order.lot : null,
		wallet: order.resourcetype === 'SteamOrder' ? parseMoney(order.walletAmount) : null,
		avatar: order.resourcetype === 'StandoffOrder' ? order.gameAvatar : null,
		// What is masked cannot be ordered again.
		again: game && isOwner ? { gameId: game.id, amounts: amountsOf(order), draft: draftOf(order) } : null,
	}
}

function quoteOf(quote: Quote): QuoteView {
	const { amount, fee, received } = quote
	return { ...quote, amount: parseMoney(amount), fee: parseMoney(fee), received: parseMoney(received) }
}

function linesOf(order: Order): LineView[] {
	if (order.resourcetype === 'RokkyOrder') {
		const { code, gift, total } = order
		const codes = code ? [code] : []
		const line = {
			id: gift.id,
			title: gift.title,
			quantity: 1,
			sum: parseMoney(total),
			codes,
			reports: reportsOf(order),
			expects: 1,
			min: 1,
			max: 1,
		}
		return [{ ...line, status: order.orderProducts[0]?.status ?? giftStatus(order.status) }]
	}
	const isCodes = order.resourcetype === 'PUBGOrder'
	const codes = new Map(isCodes ? order.orderProducts.map((line) => [line.id, line.codes]) : [])
	return order.orderProducts.map(({ id, quantity, product, status, unitPrice }) => ({
		id,
		title: productTitle(product.title),
		quantity,
		sum: quantity * parseMoney(unitPrice),
		status,
		codes: codes.get(id)?.map(({ code }) => code) ?? [],
		reports: reportsOf(order, id),
		expects: isCodes ? quantity : 0,
		min: product.minQuantity,
		max: product.maxQuantity,
	}))
}

/** Of one line, or of a gift, which has no other. */
function reportsOf({ progress }: Order, lineId?: number): CodeReport[] {
	return (progress?.codes ?? [])
		.filter((code) => lineId === undefined || code.lineId === lineId)
		.map(({ id, isUnit, complaint }) => ({
			id,
			isUnit,
			state: complaint?.state ?? null,
			answer: complaint?.answer ?? null,
		}))
}

/** A gift may have no line of its own. */
function giftStatus(status: OrderStatus): LineStatus {
	if (status === 'done' || status === 'sent') return 'completed'
	if (status === 'failed') return 'refunded'
	return status === 'sending' ? 'sending' : 'processing'
}
