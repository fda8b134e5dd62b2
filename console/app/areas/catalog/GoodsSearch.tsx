import type { SupplierGoods } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { sumText } from '~/common/Sum.tsx'
import { Button } from '~/kit/Button.tsx'
import { OptionField, TextField } from '~/kit/fields.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { useSupplierGoods } from './queries.ts'

/** Searches a supplier's price list for an SKU by title. */
export function GoodsSearch({ supplier, onChoose }: { supplier: string; onChoose: (sku: string) => void }) {
	const [typed, setTyped] = useState('')
	const [words, setWords] = useState('')
	const goods = useSupplierGoods(supplier, words)
	const find = () => setWords(typed.trim())
	return (
		<div className="grid gap-2">
			<div className="flex items-end gap-2 *:first:flex-1">
				<TextField
					label={m['catalog.goods_words']()}
					type="search"
					autoComplete="off"
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
					onKeyDown={(event) => {
						if (event.key !== 'Enter') return
						// Enter would submit the form.
						event.preventDefault()
						find()
					}}
				/>
				<Button onClick={find}>{m['catalog.goods_find']()}</Button>
			</div>
			{words && (
				<QueryBoundary query={goods} skeleton={<SkeletonRows rows={3} />}>
					{({ results }) => (
						<fieldset className="grid max-h-64 gap-1.5 overflow-y-auto" aria-label={m['catalog.goods_words']()}>
							{results.length === 0 && <p className="text-muted">{m['catalog.goods_none']()}</p>}
							{results.map((one) => (
								<OptionField
									key={one.sku}
									name="goods"
									label={one.title}
									hint={about(one)}
									onChange={() => onChoose(one.sku)}
								/>
							))}
						</fieldset>
					)}
				</QueryBoundary>
			)}
		</div>
	)
}

const about = ({ sku, cost, costCurrency, inStock }: SupplierGoods) =>
	[sku, cost && sumText(cost, costCurrency), !inStock && m['catalog.goods_off']()].filter(Boolean).join(' · ')
