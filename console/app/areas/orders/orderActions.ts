import * as api from '@larek/api/admin/sdk.gen.ts'
import type {
	ActionDone,
	BlockWhat,
	ConsoleOrder,
	LetterKind,
	OrderActions,
	StaffRef,
} from '@larek/api/admin/types.gen.ts'
import { senderTo, useRead } from '~/api/client.ts'
import type { SpecValues } from '~/common/SpecDialog.tsx'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

/** An order with its allowed actions. */
export interface Subject {
	order: ConsoleOrder
	actions: OrderActions
	/** People a note can mention. */
	colleagues: StaffRef[]
}

/** Everybody who works in the console, by name. */
export const useColleagues = () => useRead(['colleagues'], api.listColleagues, {}, { staleTime: 300_000 })

/** The allowed actions of an order and the options of their forms, refetched together with the order. */
export const useOrderActions = (id: number) =>
	useRead(['orders', 'one', id, 'actions'], api.getOrderActions, { path: { id } })

type Run = (subject: Subject, values: SpecValues, key: string) => Promise<ActionDone>

const ids = (value: unknown) => (value as string[]).map(Number)
const numberOr = (value: unknown) => (value ? Number(value) : null)
const lines = (value: unknown) =>
	String(value ?? '')
		.split('\n')
		.map((line) => line.trim())
		.filter(Boolean)

/**
 * Sends an action with the parameters all of them share: the order, the version the operator saw, the reason and the
 * key. `fields` makes the rest of the body from the form.
 */
const act =
	<Body extends { version: string; reason: ReasonValue }>(
		send: (id: number, body: Body, key: string) => Promise<ActionDone>,
		fields: (values: SpecValues, subject: Subject) => Omit<Body, 'version' | 'reason'>,
	): Run =>
	(subject, values, key) => {
		const decided = { version: subject.actions.version, reason: values.reason ?? { code: 'other', text: '' } }
		return send(subject.order.id, { ...decided, ...fields(values, subject) } as unknown as Body, key)
	}
const nothing = () => ({})

/** How each action is sent. */
export const runs: Record<string, Run> = {
	'order.ask': act(senderTo(api.askAboutOrder), nothing),
	'order.wake': act(senderTo(api.wakeOrder), nothing),
	'order.resume': act(senderTo(api.resumeOrder), nothing),
	'order.cancel': act(senderTo(api.cancelOrder), nothing),
	'order.retry': act(senderTo(api.retryOrder), ({ units }) => ({ units: ids(units) })),
	'order.reroute': act(senderTo(api.rerouteOrder), ({ units, prefer, exclude }) => ({
		units: ids(units),
		prefer: numberOr(prefer),
		exclude: ids(exclude),
	})),
	'order.deliver': act(senderTo(api.deliverOrder), ({ units, codes, proof, picture, cost, force }) => ({
		units: ids(units),
		codes: lines(codes),
		proof: String(proof ?? ''),
		picture: String(picture ?? '') || null,
		cost: String(cost ?? '') || null,
		costCurrency: null,
		force: force === true,
	})),
	'order.correct': act(senderTo(api.correctOrder), ({ account, serverId }) => ({
		account: String(account),
		serverId: numberOr(serverId),
		serverCustom: null,
	})),
	'order.pause': act(senderTo(api.pauseOrder), ({ hours }) => ({ hours: Number(hours) })),
	'order.replace_code': act(senderTo(api.replaceCode), ({ code, newCode }, { actions }) => ({
		codeId: Number(code),
		isUnit: actions.codes.find(({ id }) => id === Number(code))?.isUnit ?? false,
		newCode: String(newCode || '') || null,
	})),
	'order.goodwill': act(senderTo(api.giveGoodwill), ({ amount }) => ({ amount: String(amount) })),
	'order.cost': act(senderTo(api.correctCost), ({ unit, cost }) => ({ unit: Number(unit), cost: String(cost) })),
	'order.letter': act(senderTo(api.resendLetter), ({ kind }) => ({ kind: kind as LetterKind })),
	'order.block': act(senderTo(api.blockBuyer), ({ what, words }) => ({
		what: what as BlockWhat,
		words: String(words ?? ''),
	})),
	'order.unblock': act(senderTo(api.unblockBuyer), ({ what }) => ({ what: what as BlockWhat })),
	'order.note': ({ order }, { text, mentions }, key) =>
		senderTo(api.addNote)(order.id, { text: String(text), mentions: ids(mentions) }, key),
}
