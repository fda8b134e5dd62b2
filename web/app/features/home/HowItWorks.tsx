import { PaperCard, PaperRow, PaperTotal } from '~/components/PaperCard.tsx'
import { m } from '~/paraglide/messages.js'

export function HowItWorks() {
	return (
		<PaperCard title={m['how.title']()} subtitle={m['how.subtitle']()}>
			<PaperRow>1. {m['how.step1']()}</PaperRow>
			<PaperRow>2. {m['how.step2']()}</PaperRow>
			<PaperRow>3. {m['how.step3']()}</PaperRow>
			<PaperTotal value={m['how.total_value']()}>{m['how.total']()}</PaperTotal>
		</PaperCard>
	)
}
