// Why an order cannot be made yet. The server checks everything again; this only saves the buyer a request.
import {
	type Account,
	type AccountField,
	type Amounts,
	isEmail,
	requiredFields,
	totalAmount,
} from '~/entities/cart/cart.ts'
import type { Draft } from '~/entities/order/draft.ts'
import type { OrderGame } from './game.ts'
import { type Limits, parseSum } from './steam.ts'

/** The part of the form with a missing or wrong value. */
export type FormField = 'closed' | 'packs' | 'steamAmount' | AccountField | 'server' | 'serverCustom' | 'signIn'

export interface Problem {
	place: FormField
	why: 'missing' | 'wrong' | 'low' | 'high' | 'unknown'
}

export interface FormState {
	game: Pick<OrderGame, 'resourcetype' | 'isActive' | 'isAuthRequired' | 'isServerNeeded' | 'servers'>
	draft: Draft
	amounts: Amounts
	isSignedIn: boolean
	/** Of a Steam sum. */
	limits: Limits
	/** The supplier has no such account. */
	isUnknown?: boolean
}

/** Everything that is missing or wrong, in the order of the form; empty when the order is ready. */
export function findProblems(filling: FormState): Problem[] {
	const { game, draft, isSignedIn } = filling
	if (!game.isActive) return [{ place: 'closed', why: 'missing' }]
	const account = accountOf(draft)
	const problems: Array<Problem | undefined> = [goodsProblem(filling)]
	for (const either of requiredFields(game, isSignedIn)) {
		problems.push(fieldProblem(either, account) ?? unknownAccount(either, filling))
		if (either[0] === 'supplyUserId') problems.push(serverProblem(filling))
	}
	if (game.isAuthRequired && !isSignedIn) problems.push({ place: 'signIn', why: 'missing' })
	return problems.filter((problem) => problem !== undefined)
}

function goodsProblem({ game, draft, amounts, limits }: FormState): Problem | undefined {
	if (game.resourcetype !== 'Steam') {
		return totalAmount(amounts) > 0 ? undefined : { place: 'packs', why: 'missing' }
	}
	const place = 'steamAmount'
	if (isEmpty(draft.steamAmount)) return { place, why: 'missing' }
	const sum = parseSum(draft.steamAmount ?? '')
	if (sum === null) return { place, why: 'wrong' }
	if (sum < limits.min) return { place, why: 'low' }
	if (sum > limits.max) return { place, why: 'high' }
	return undefined
}

function serverProblem({ game, draft }: FormState): Problem | undefined {
	if (!game.isServerNeeded) return undefined
	if (game.servers.length === 0) {
		return isEmpty(draft.serverCustom) ? { place: 'serverCustom', why: 'missing' } : undefined
	}
	const known = game.servers.some((server) => String(server.id) === draft.server)
	return known ? undefined : { place: 'server', why: 'missing' }
}

const shapes: Partial<Record<AccountField, (text: string) => boolean>> = {
	email: isEmail,
	// A login, not the name on the profile, its address or an email.
	steamAccountId: (text) => /^[a-z0-9_.-]{3,64}$/i.test(text),
}

function fieldProblem(either: AccountField[], account: Account): Problem | undefined {
	const given = either.find((name) => !isEmpty(account[name]))
	const place = either[0] as AccountField
	if (!given) return { place, why: 'missing' }
	const shape = shapes[given]
	return shape && !shape(String(account[given]).trim()) ? { place, why: 'wrong' } : undefined
}

function unknownAccount([place]: AccountField[], { isUnknown }: FormState): Problem | undefined {
	const isId = place === 'supplyUserId' || place === 'steamAccountId'
	return isId && isUnknown ? { place, why: 'unknown' } : undefined
}

export function accountOf({ historyOrderId, ...draft }: Draft): Account {
	return { ...draft, historyOrderId: historyOrderId ? Number(historyOrderId) : undefined }
}

function isEmpty(value: string | number | undefined): boolean {
	return value === undefined || String(value).trim() === ''
}
