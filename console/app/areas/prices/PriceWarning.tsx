import type { PricePreviewRequest } from '@larek/api/admin/types.gen.ts'
import type { ComponentProps } from 'react'
import { ConsentField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { isRisky, signedPercent } from './draft.ts'
import { usePricePreview } from './queries.ts'

interface PriceWarningProps {
	/** The new price; without rows nothing is shown. */
	body: PricePreviewRequest
	/** The checkbox that confirms it. */
	sure: Omit<ComponentProps<typeof ConsentField>, 'label'>
}

/** Warns about a price below cost or far from the old one, with a checkbox to confirm it. */
export function PriceWarning({ body, sure }: PriceWarningProps) {
	const { data } = usePricePreview(body)
	const row = body.rows.length > 0 ? data?.rows[0] : undefined
	if (!row || !isRisky(row)) return null
	return (
		<Note tone="bad">
			{[row.changePercent && signedPercent(row.changePercent), row.words].filter(Boolean).join(' · ')}
			<ConsentField label={m['prices.confirm']()} {...sure} />
		</Note>
	)
}
