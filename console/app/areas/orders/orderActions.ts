import {
	addNote,
	askAboutOrder,
	blockBuyer,
	cancelOrder,
	correctOrder,
	deliverOrder,
	getOrderActions,
	giveGoodwill,
	listColleagues,
	pauseOrder,
	replaceCode,
	rerouteOrder,
	resendLetter,
	resumeOrder,
	retryOrder,
	unblockBuyer,
	wakeOrder,
} from '@larek/api/admin/sdk.gen.ts'
import type {
	ActionDone,
	BlockWhat,
	ConsoleOrder,
	LetterKind,
	OrderActions,
	StaffRef,
} from '@larek/api/admin/types.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'
import type { SpecValues } from '~/common/SpecDialog.tsx'

/** An order with what may be done to it. */
export interface Subject {
	order: ConsoleOrder
	actions: OrderActions
	/** Whom a note can call. */
	colleagues: StaffRef[]
}

/** Everybody who works in the console, by name. */
export const useColleagues = () =>
	useQuery({ queryKey: ['colleagues'], queryFn: ({ signal }) => call(listColleagues, { signal }), staleTime: 300_000 })

/** What may be done to an order now, and what the forms choose from. Belongs to the order: it is read again with it. */
export const useOrderActions = (id: number) =>
	useQuery({
		queryKey: ['orders', 'one', id, 'actions'],
		queryFn: ({ signal }) => call(getOrderActions, { path: { id }, signal }),
	})

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
		return call(askAboutOrder, { ...rest, body: base })
	},
	'order.wake': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(wakeOrder, { ...rest, body: base })
	},
	'order.retry': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(retryOrder, { ...rest, body: { ...base, units: ids(values.units) } })
	},
	'order.reroute': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		const body = { ...base, units: ids(values.units), prefer: numberOr(values.prefer), exclude: ids(values.exclude) }
		return call(rerouteOrder, { ...rest, body })
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
		return call(deliverOrder, { ...rest, body })
	},
	'order.correct': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(correctOrder, {
			...rest,
			body: { ...base, account: String(values.account), serverId: null, serverCustom: null },
		})
	},
	'order.pause': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(pauseOrder, { ...rest, body: { ...base, hours: Number(values.hours) } })
	},
	'order.resume': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(resumeOrder, { ...rest, body: base })
	},
	'order.cancel': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(cancelOrder, { ...rest, body: base })
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
		return call(replaceCode, { ...rest, body })
	},
	'order.goodwill': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(giveGoodwill, { ...rest, body: { ...base, amount: String(values.amount) } })
	},
	'order.letter': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(resendLetter, { ...rest, body: { ...base, kind: values.kind as LetterKind } })
	},
	'order.block': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(blockBuyer, {
			...rest,
			body: { ...base, what: values.what as BlockWhat, words: String(values.words ?? '') },
		})
	},
	'order.unblock': (subject, values, key) => {
		const { base, ...rest } = common(subject, values, key)
		return call(unblockBuyer, { ...rest, body: { ...base, what: values.what as BlockWhat } })
	},
	'order.note': (subject, values, key) => {
		const { path, headers } = common(subject, values, key)
		return call(addNote, { path, headers, body: { text: String(values.text), mentions: ids(values.mentions) } })
	},
}
