import { Copy } from '~/kit/Copy.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { Read } from '~/kit/Read.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { m } from '~/paraglide/messages.js'
import { exchangeOf } from '../exchange.ts'
import { useRecord } from '../queries.ts'
import { ExchangeView } from './ExchangeView.tsx'

/** The raw record of the fact that the address names, as it is stored. */
export function FactDrawer() {
	const [fact, setFact] = useSearchState('fact')
	return (
		<Drawer open={fact !== null} wide title={m['order.record']()} subtitle={fact} onClose={() => setFact(null)}>
			{fact && <RawRecord fact={fact} />}
		</Drawer>
	)
}

function RawRecord({ fact }: { fact: string }) {
	const query = useRecord(fact)
	return (
		<Read query={query} skeleton={<SkeletonRows rows={6} />}>
			{({ record }) => {
				const exchange = exchangeOf(record)
				return (
					<div className="grid gap-3">
						{exchange && <ExchangeView title={m['order.masked']()} {...exchange} />}
						<div className="flex items-center justify-between">
							<h3 className="text-xs font-medium text-muted">{m['order.record_raw']()}</h3>
							<Copy text={record} what={m['order.record_copy']()}>
								{null}
							</Copy>
						</div>
						<pre className="rounded-control bg-night p-3 font-mono text-2xs whitespace-pre-wrap wrap-anywhere">
							{record}
						</pre>
					</div>
				)
			}}
		</Read>
	)
}
