import { Lock } from 'lucide-react'
import { Copy } from '~/kit/Copy.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { m } from '~/paraglide/messages.js'
import { exchangeOf } from './exchange.ts'
import { useRecord } from './queries.ts'

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
		<QueryBoundary query={query} skeleton={<SkeletonRows rows={6} />}>
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
		</QueryBoundary>
	)
}

interface ExchangeViewProps {
	title: string
	request: string
	response: string
}

/** A request and its response side by side, as they were kept: secrets and people are masked already. */
function ExchangeView({ title, request, response }: ExchangeViewProps) {
	return (
		<figure className="overflow-hidden rounded-control border border-line">
			<figcaption className="flex items-center gap-1.5 bg-shelf px-2.5 py-1 text-xs text-muted">
				<Lock size={12} aria-hidden="true" />
				{title}
			</figcaption>
			<div className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
				<Raw label={m['order.request']()} text={request} />
				<Raw label={m['order.response']()} text={response} />
			</div>
		</figure>
	)
}

function Raw({ label, text }: { label: string; text: string }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
		<section aria-label={label} tabIndex={0} className="overflow-x-auto p-2.5">
			<pre className="font-mono text-2xs whitespace-pre-wrap wrap-anywhere">{text || m['order.empty_body']()}</pre>
		</section>
	)
}
