import * as api from '@larek/api/admin/sdk.gen.ts'
import type { AttemptState, Reason } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { call, senderTo, useRead, withKey } from '~/api/client.ts'

export const supplierKeys = { all: ['suppliers'] as const }

export const useSuppliers = () =>
	useRead([...supplierKeys.all, 'list'], api.listSuppliers, {}, { refetchInterval: 10_000 })

/** Products that only this supplier offers. */
export const useOnlyGoods = (supplier: string) =>
	useRead([...supplierKeys.all, 'only', supplier], api.listOnlyGoods, { path: { supplier } })

export const useOffers = (supplier: string, cursor: string | undefined) =>
	useRead(
		[...supplierKeys.all, 'offers', supplier, cursor],
		api.listOffers,
		{ path: { supplier }, query: { cursor, limit: 100 } },
		{ placeholderData: keepPreviousData },
	)

export const useAttempts = (supplier: string, state: AttemptState | undefined, cursor: string | undefined) =>
	useRead(
		[...supplierKeys.all, 'attempts', supplier, state, cursor],
		api.listSupplierAttempts,
		{ path: { supplier }, query: { state, cursor, limit: 50 } },
		{ placeholderData: keepPreviousData },
	)

export const sendSwitch = (supplier: string, off: boolean, reason: Reason, key: string) =>
	call(api.switchSupplier, { path: { supplier }, body: { off, reason }, headers: withKey(key) })

export const sendOffer = senderTo(api.changeOffer)

export const decideCost = (id: number, isApproved: boolean, reason: Reason, key: string) =>
	isApproved
		? call(api.approveCost, { path: { id }, body: { reason }, headers: withKey(key) })
		: call(api.refuseCost, { path: { id }, body: { reason }, headers: withKey(key) })
