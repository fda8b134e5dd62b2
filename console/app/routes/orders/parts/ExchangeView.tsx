import { Lock } from 'lucide-react'
import { m } from '~/paraglide/messages.js'

interface ExchangeViewProps {
	title: string
	request: string
	response: string
}

/** A request and its response side by side, as they were kept: secrets and people are masked already. */
export function ExchangeView({ title, request, response }: ExchangeViewProps) {
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
