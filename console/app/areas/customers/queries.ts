import * as api from '@larek/api/admin/sdk.gen.ts'
import { call, usePage, useRead, withKey } from '~/api/client.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

export const customerKeys = { all: ['customers'] as const }

/** Finds buyers by a text. It is sent in the body, so that email addresses and phones stay out of URLs. */
export const useFound = (text: string) =>
	useRead([...customerKeys.all, 'find', text], api.findCustomers, { body: { text } }, { enabled: text !== '' })

export const useCustomer = (id: number) => useRead([...customerKeys.all, id], api.getCustomer, { path: { id } })

export const useMovements = (id: number, cursor?: string) =>
	usePage([...customerKeys.all, id, 'movements', cursor], api.listCustomerMovements, {
		path: { id },
		query: { cursor, limit: 20 },
	})

const of = (id: number, key: string) => ({ path: { id }, headers: withKey(key) })

export const note = (id: number, text: string, key: string) =>
	call(api.noteCustomer, { ...of(id, key), body: { text } })
export const block = (id: number, words: string, withAddress: boolean, reason: ReasonValue, key: string) =>
	call(api.blockCustomer, { ...of(id, key), body: { words, withAddress, reason } })
export const unblock = (id: number, reason: ReasonValue, key: string) =>
	call(api.unblockCustomer, { ...of(id, key), body: { reason } })
export const credit = (id: number, amount: string, reason: ReasonValue, key: string) =>
	call(api.creditCustomer, { ...of(id, key), body: { amount, reason } })
export const debit = (id: number, amount: string, reason: ReasonValue, key: string) =>
	call(api.debitCustomer, { ...of(id, key), body: { amount, reason } })
export const payOut = (id: number, amount: string, reference: string, reason: ReasonValue, key: string) =>
	call(api.payOutCustomer, { ...of(id, key), body: { amount, reference, reason } })
export const signOut = (id: number, session: string | null, reason: ReasonValue, key: string) =>
	call(api.endCustomerSessions, { ...of(id, key), body: { session, reason } })
export const viewAs = (id: number, reason: ReasonValue, key: string) =>
	call(api.viewAsCustomer, { ...of(id, key), body: { reason } })
export const askForCopy = (id: number, reason: ReasonValue, key: string) =>
	call(api.exportCustomer, { ...of(id, key), body: { reason } })
export const askToErase = (id: number, reason: ReasonValue, key: string) =>
	call(api.askToEraseCustomer, { ...of(id, key), body: { reason } })
export const decide = (id: number, approve: boolean, reason: ReasonValue, key: string) =>
	call(api.decideErasure, { ...of(id, key), body: { approve, reason } })
