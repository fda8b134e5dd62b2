import type { PriceGoods } from '@larek/api/admin/types.gen.ts'
import { useNavigate } from 'react-router'
import { Chips } from '~/kit/Chips.tsx'
import { m } from '~/paraglide/messages.js'

/** Products or gifts. */
export function GoodsChips({ goods }: { goods: PriceGoods }) {
	const navigate = useNavigate()
	return (
		<Chips
			joined
			label={m['prices.goods']()}
			value={goods}
			onChange={(value) => navigate(value === 'gift' ? '/prices?goods=gift' : '/prices')}
			chips={[
				{ value: 'product', label: m['prices.products']() },
				{ value: 'gift', label: m['prices.gifts']() },
			]}
		/>
	)
}
