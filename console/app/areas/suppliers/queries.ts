import {
	approveCost,
	changeOffer,
	listOffers,
	listOnlyGoods,
	listSupplierAttempts,
	listSuppliers,
	refuseCost,
	switchSupplier,
} from '@larek/api/admin/sdk.gen.ts'
import type { AttemptState, OfferChange, Reason } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const supplierKeys = { all: ['suppliers'] as const }

export const useSuppliers = () =>
	useQuery({
		queryKey: [...supplierKeys.all, 'list'],
		queryFn: ({ signal }) => call(listSuppliers, { signal }),
		refetchInterval: 10_000,
	})

/** What would not be sold without a supplier. */
export const useOnlyGoods = (supplier: string) =>
	useQuery({
		queryKey: [...supplierKeys.all, 'only', supplier],
		queryFn: ({ signal }) => call(listOnlyGoods, { path: { supplier }, signal }),
	})

export const useOffers = (supplier: string, cursor: string | undefined) =>
	useQuery({
		queryKey: [...supplierKeys.all, 'offers', supplier, cursor],
		queryFn: ({ signal }) => call(listOffers, { path: { supplier }, query: { cursor, limit: 100 }, signal }),
		placeholderData: keepPreviousData,
	})

export const useAttempts = (supplier: string, state: AttemptState | undefined, cursor: string | undefined) =>
	useQuery({
		queryKey: [...supplierKeys.all, 'attempts', supplier, state, cursor],
		queryFn: ({ signal }) =>
			call(listSupplierAttempts, { path: { supplier }, query: { state, cursor, limit: 50 }, signal }),
		placeholderData: keepPreviousData,
	})

export const sendSwitch = (supplier: string, off: boolean, reason: Reason, key: string) =>
	call(switchSupplier, { path: { supplier }, body: { off, reason }, headers: withKey(key) })

export const sendOffer = (id: number, body: OfferChange, key: string) =>
	call(changeOffer, { path: { id }, body, headers: withKey(key) })

export const decideCost = (id: number, isApproved: boolean, reason: Reason, key: string) =>
	isApproved
		? call(approveCost, { path: { id }, body: { reason }, headers: withKey(key) })
		: call(refuseCost, { path: { id }, body: { reason }, headers: withKey(key) })
