import { Eye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '~/components/Button.tsx'
import { CopyButton } from '~/components/CopyButton.tsx'
import { masked } from '~/entities/order/orderLabels.ts'
import type { LineView, OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'

// Few say that a code does not work.
const CodeComplaint = lazy(() => import('./CodeComplaint.tsx'))

interface CodesProps {
	order: OrderView
	line: LineView
	/** All codes were asked for at once. */
	areOpen: boolean
	/** The only code of the order: showing it is the next step. */
	isOnly: boolean
}

/** Hidden until tapped: others may see the screen, for example on a stream. */
export function Codes({ order, line: { codes, reports }, areOpen, isOnly }: CodesProps) {
	return (
		<ul className="grid gap-2.5">
			{codes.map((code, at) => {
				const report = reports[at]
				return (
					<li key={code} className="grid gap-1">
						<Code code={code} isOpen={areOpen} isOnly={isOnly} />
						{report && (
							<Suspense fallback={null}>
								<CodeComplaint order={order} report={report} />
							</Suspense>
						)}
					</li>
				)
			})}
			<li>
				<noscript>
					<p className="font-mono font-bold break-all whitespace-pre-line">{codes.join('\n')}</p>
				</noscript>
			</li>
		</ul>
	)
}

/** In groups of four where the code has none of its own. The gaps are no spaces: what is copied is the code. */
function Grouped({ text, isHidden }: { text: string; isHidden?: boolean }) {
	const groups = /[\s-]/.test(text) ? [text] : (text.match(/.{1,4}/gu) ?? [])
	return (
		<span aria-hidden={isHidden}>
			{groups.map((group, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: groups are equal often, and never move
				<span key={at} className="inline-block not-last:mr-[0.6ch]">
					{group}
				</span>
			))}
		</span>
	)
}

function Code({ code, isOpen, isOnly }: { code: string; isOpen: boolean; isOnly: boolean }) {
	const [shown, setShown] = useState(false)
	const isShown = shown || isOpen
	const copy = (look: 'lamp' | 'ghost', text: string) => (
		<CopyButton
			text={code}
			look={look}
			size={isOnly ? 'large' : 'small'}
			className={isOnly ? 'w-full sm:w-auto' : 'shrink-0 max-sm:px-3.5'}
			isNarrow={!isOnly}
			onCopy={() => setShown(true)}
		>
			{text}
		</CopyButton>
	)
	return (
		<div className={isOnly ? 'flex flex-col gap-3 sm:flex-row' : 'flex items-center gap-2.5'}>
			<output className="code-field min-w-0 flex-1">
				{isShown ? (
					<Grouped text={code} />
				) : (
					<>
						<span className="sr-only">{m['order_page.code_hidden']()}</span>
						<Grouped text={masked(code)} isHidden />
					</>
				)}
			</output>
			{isOnly ? (
				copy('lamp', isShown ? m['common.copy']() : m['order_page.show_and_copy']())
			) : isShown ? (
				copy('ghost', m['common.copy']())
			) : (
				<Button size="small" onClick={() => setShown(true)} className="shrink-0 max-sm:px-3.5">
					<Eye size={18} aria-hidden="true" />
					<span className="max-sm:sr-only">{m['order_page.show']()}</span>
				</Button>
			)}
		</div>
	)
}
