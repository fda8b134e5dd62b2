import { useNavigate } from 'react-router'
import type { PriceGoods } from '~/api/gen/types.gen.ts'
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
