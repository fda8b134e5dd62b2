import type { PricePreviewRequest } from '@larek/api/admin/types.gen.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { isRisky, signedPercent } from './draft.ts'
import { usePricePreview } from './queries.ts'

interface PriceWarningProps {
	/** The new price; without rows nothing is shown. */
	body: PricePreviewRequest
	/** The checkbox that confirms it. */
	sure: UseFormRegisterReturn
	error: string | undefined
}

/** Warns about a price below cost or far from the old one, with a checkbox to confirm it. */
export function PriceWarning({ body, sure, error }: PriceWarningProps) {
	const { data } = usePricePreview(body)
	const row = body.rows.length > 0 ? data?.rows[0] : undefined
	if (!row || !isRisky(row)) return null
	return (
		<Note tone="bad">
			{[row.changePercent && signedPercent(row.changePercent), row.words].filter(Boolean).join(' · ')}
			<label className="mt-2 flex items-center gap-2">
				<input type="checkbox" className="tick" {...sure} />
				{m['prices.confirm']()}
			</label>
			{error && (
				<p role="alert" className="mt-1 text-xs text-coral">
					{error}
				</p>
			)}
		</Note>
	)
}
