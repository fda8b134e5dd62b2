import {
	askToEraseCustomer,
	blockCustomer,
	creditCustomer,
	debitCustomer,
	decideErasure,
	endCustomerSessions,
	exportCustomer,
	findCustomers,
	getCustomer,
	listCustomerMovements,
	noteCustomer,
	payOutCustomer,
	unblockCustomer,
	viewAsCustomer,
} from '@larek/api/admin/sdk.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

export const customerKeys = { all: ['customers'] as const }

/** Buyers by a text that goes in the body: addresses and phones are in no address. */
export const useFound = (text: string) =>
	useQuery({
		queryKey: [...customerKeys.all, 'find', text],
		queryFn: ({ signal }) => call(findCustomers, { body: { text }, signal }),
		enabled: text !== '',
	})

export const useCustomer = (id: number) =>
	useQuery({
		queryKey: [...customerKeys.all, id],
		queryFn: ({ signal }) => call(getCustomer, { path: { id }, signal }),
	})

export const useMovements = (id: number, cursor?: string) =>
	useQuery({
		queryKey: [...customerKeys.all, id, 'movements', cursor],
		queryFn: ({ signal }) => call(listCustomerMovements, { path: { id }, query: { cursor, limit: 20 }, signal }),
		placeholderData: keepPreviousData,
	})

const of = (id: number, key: string) => ({ path: { id }, headers: withKey(key) })

export const note = (id: number, text: string, key: string) => call(noteCustomer, { ...of(id, key), body: { text } })
export const block = (id: number, words: string, withAddress: boolean, reason: ReasonValue, key: string) =>
	call(blockCustomer, { ...of(id, key), body: { words, withAddress, reason } })
export const unblock = (id: number, reason: ReasonValue, key: string) =>
	call(unblockCustomer, { ...of(id, key), body: { reason } })
export const credit = (id: number, amount: string, reason: ReasonValue, key: string) =>
	call(creditCustomer, { ...of(id, key), body: { amount, reason } })
export const debit = (id: number, amount: string, reason: ReasonValue, key: string) =>
	call(debitCustomer, { ...of(id, key), body: { amount, reason } })
export const payOut = (id: number, amount: string, reference: string, reason: ReasonValue, key: string) =>
	call(payOutCustomer, { ...of(id, key), body: { amount, reference, reason } })
export const signOut = (id: number, session: string | null, reason: ReasonValue, key: string) =>
	call(endCustomerSessions, { ...of(id, key), body: { session, reason } })
export const viewAs = (id: number, reason: ReasonValue, key: string) =>
	call(viewAsCustomer, { ...of(id, key), body: { reason } })
export const askForCopy = (id: number, reason: ReasonValue, key: string) =>
	call(exportCustomer, { ...of(id, key), body: { reason } })
export const askToErase = (id: number, reason: ReasonValue, key: string) =>
	call(askToEraseCustomer, { ...of(id, key), body: { reason } })
export const decide = (id: number, approve: boolean, reason: ReasonValue, key: string) =>
	call(decideErasure, { ...of(id, key), body: { approve, reason } })
