import { PaperCard, PaperRow, PaperTotal } from '~/components/PaperCard.tsx'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'

export function HowItWorks() {
	const names = useMarket().methods.map(({ name }) => name)
	const ways = names.join(', ').toLowerCase().replace('сбп', 'СБП')
	return (
		<PaperCard title={m['how.title']()} subtitle={m['how.subtitle']()}>
			<PaperRow>1. {m['how.step1']()}</PaperRow>
			<PaperRow>2. {ways ? m['how.step2']({ ways }) : m['how.step2_plain']()}</PaperRow>
			<PaperRow>3. {m['how.step3']()}</PaperRow>
			<PaperTotal value={m['how.total_value']()}>{m['how.total']()}</PaperTotal>
		</PaperCard>
	)
}
