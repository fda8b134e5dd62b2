import * as api from '@larek/api/admin/sdk.gen.ts'
import type {
	ActionDone,
	BlockWhat,
	ConsoleOrder,
	LetterKind,
	OrderActions,
	StaffRef,
} from '@larek/api/admin/types.gen.ts'
import { call, useRead, withKey } from '~/api/client.ts'
import type { SpecValues } from '~/common/SpecDialog.tsx'

/** An order with what may be done to it. */
export interface Subject {
	order: ConsoleOrder
	actions: OrderActions
	/** Whom a note can call. */
	colleagues: StaffRef[]
}

/** Everybody who works in the console, by name. */
export const useColleagues = () => useRead(['colleagues'], api.listColleagues, {}, { staleTime: 300_000 })

/** What may be done to an order now, and what the forms choose from. Belongs to the order: it is read again with it. */
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

/** What every action carries: the order, the version it was decided on, why, and the key. */
function common({ order, actions }: Subject, { reason }: SpecValues, key: string) {
	return {
		path: { id: order.id },
		headers: withKey(key),
		base: { version: actions.version, reason: reason ?? { code: 'other', text: '' } },
	}
}

/** How each action is sent. */
export const runs: Record<string, Run> = {
	'order.ask': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.askAboutOrder, { ...rest, body: base })
	},
	'order.wake': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.wakeOrder, { ...rest, body: base })
	},
	'order.retry': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.retryOrder, { ...rest, body: { ...base, units: ids(values.units) } })
	},
	'order.reroute': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		const body = { ...base, units: ids(values.units), prefer: numberOr(values.prefer), exclude: ids(values.exclude) }
		return call(api.rerouteOrder, { ...rest, body })
	},
	'order.deliver': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		const cost = String(values.cost ?? '') || null
		const proof = { proof: String(values.proof ?? ''), picture: null, cost, costCurrency: null }
		const body = {
			...base,
			...proof,
			units: ids(values.units),
			codes: lines(values.codes),
			force: values.force === true,
		}
		return call(api.deliverOrder, { ...rest, body })
	},
	'order.correct': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.correctOrder, {
			...rest,
			body: { ...base, account: String(values.account), serverId: numberOr(values.serverId), serverCustom: null },
		})
	},
	'order.pause': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.pauseOrder, { ...rest, body: { ...base, hours: Number(values.hours) } })
	},
	'order.resume': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.resumeOrder, { ...rest, body: base })
	},
	'order.cancel': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.cancelOrder, { ...rest, body: base })
	},
	'order.replace_code': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		const code = subject.actions.codes.find(({ id }) => id === Number(values.code))
		const body = {
			...base,
			codeId: Number(values.code),
			isUnit: code?.isUnit ?? false,
			newCode: String(values.newCode || '') || null,
		}
		return call(api.replaceCode, { ...rest, body })
	},
	'order.goodwill': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.giveGoodwill, { ...rest, body: { ...base, amount: String(values.amount) } })
	},
	'order.letter': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.resendLetter, { ...rest, body: { ...base, kind: values.kind as LetterKind } })
	},
	'order.block': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.blockBuyer, {
			...rest,
			body: { ...base, what: values.what as BlockWhat, words: String(values.words ?? '') },
		})
	},
	'order.unblock': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(api.unblockBuyer, { ...rest, body: { ...base, what: values.what as BlockWhat } })
	},
	'order.note': (subject, values, key) => {
		const { path, headers } = common(subject, values, key)
		return call(api.addNote, { path, headers, body: { text: String(values.text), mentions: ids(values.mentions) } })
	},
}
