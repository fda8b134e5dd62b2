// An order as its pages show it.
import type {
	CodeComplaintState,
	GiftRegion,
	LineStatus,
	Order,
	OrderStatus,
	RefundTo,
	StandoffLot,
} from '@larek/api/store/types.gen.ts'
import type { Minor } from '@larek/shared/money.ts'
import type { Amounts } from '~/entities/cart/cart.ts'
import type { Draft } from './draft.ts'

/** A delivered code as a complaint names it. */
export interface CodeReport {
	id: number
	/** Codes of our stock and units of the order are counted apart. */
	isUnit: boolean
	state: CodeComplaintState | null
	/** What the shop says about a complaint that it has rejected. */
	answer: string | null
}

export interface LineView {
	id: number
	title: string
	quantity: number
	sum: Minor
	status: LineStatus
	codes: string[]
	/** The same codes without their texts: what became of complaints about them. */
	reports: CodeReport[]
	/** How many codes it will have; 0 when it goes straight to an account. */
	expects: number
	/** How many of it may be ordered. */
	min: number
	max: number
}

export interface QuoteView {
	paymentId: number
	method: string
	amount: Minor
	currency: string
	rate: string
	fee: Minor
	expiresAt: string
	/** What has come of it so far, while the rest is awaited. */
	received: Minor
}

/** What the order was paid with, and what of it has gone back. */
export interface PaidView {
	amount: Minor
	currency: string
	refunded: Minor
}

export interface TimelineEvent {
	at: string
	event: string
	text: string
	lineId: number | null
	/** The goods it is about, where there are several. */
	about?: string
}

/** A picture that is read when it comes into sight: it belongs to the owner alone. */
export interface PictureView {
	id: number
	width: number
	height: number
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
	/** Whether this visitor may change it; for other visitors personal data are masked. */
	isOwner: boolean
	/** How its owner proves it: by signing in, or by the link of a letter. */
	belongsTo: Order['belongsTo']
	email: string | null
	/** The game or the gift, and its page. */
	goods: { title: string; to: string }
	/** The account as a text; empty for codes. */
	account: string
	/** The name the supplier knows that account by. */
	player: string | null
	/** Where the key of a gift works. */
	region: GiftRegion | null
	lines: LineView[]
	timeline: TimelineEvent[]
	expiresAt: string | null
	detailsDeadline: string | null
	isFeedbackAllowed: boolean
	/** What was delivered, as the supplier reported it and signed by the shop. */
	deliveryReceipt: string | null
	refundTo: RefundTo
	/** Until when a paid order waits for its supplier; then it is refunded. */
	heldUntil: string | null
	/** What operators say the buyer has got. */
	proofs: string[]
	/** What they show of it, to the owner. */
	pictures: PictureView[]
	quote: QuoteView | null
	paid: PaidView | null
	lot: StandoffLot | null
	/** What reaches a Steam wallet; null for everything else. */
	wallet: Minor | null
	/** The picture of a Standoff account. */
	avatar: string | null
	again: RepeatData | null
}

/** What it takes to order the same once more; gifts have a page of their own. */
export interface RepeatData {
	gameId: number
	amounts: Amounts
	draft: Draft
}
