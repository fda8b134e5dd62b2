import type { PartnerAccount, PartnerProbe, PartnerProbeStep, PartnerValue } from '@larek/api/admin/types.gen.ts'
import { Check, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { type Tone, toneText } from '~/kit/Pill.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { probePartner } from './queries.ts'

const looks: Record<PartnerProbeStep['state'], { icon: LucideIcon; tone: Tone; word: () => string }> = {
	ok: { icon: Check, tone: 'good', word: m['partners.ok'] },
	warning: { icon: TriangleAlert, tone: 'soon', word: m['partners.warning'] },
	failed: { icon: X, tone: 'bad', word: m['partners.failed'] },
}

interface ProbeProps extends Pick<PartnerAccount, 'kind' | 'name'> {
	/** The keys to try, as they are typed now. */
	values: () => PartnerValue[]
}

/** Tries keys and lists how each step went. */
export function Probe({ kind, name, values }: ProbeProps) {
	const [steps, setSteps] = useState<PartnerProbeStep[]>([])
	const action = useAction<PartnerValue[], PartnerProbe>({
		run: (typed, key) => probePartner(kind, name, typed, key),
		onDone: (answer) => setSteps(answer.steps),
		onFields: (fields) => setSteps(fields.map(({ detail }) => ({ state: 'failed', text: detail, tookMs: 0 }))),
	})
	return (
		<div className="grid gap-2">
			<div className="flex items-center gap-3">
				<Button
					busy={action.busy}
					onClick={() => {
						setSteps([])
						action.start(values())
					}}
				>
					{m['partners.probe']()}
				</Button>
				{action.busy && <Seconds />}
			</div>
			{action.problem && <Note tone="bad">{problemSentence(action.problem)}</Note>}
			<ul aria-live="polite" className="grid gap-1.5">
				{steps.map((step, at) => (
					<Step key={String(at)} step={step} />
				))}
			</ul>
		</div>
	)
}

function Step({ step }: { step: PartnerProbeStep }) {
	const { icon: Icon, tone, word } = looks[step.state]
	return (
		<li className="flex items-start gap-2">
			<Icon className={`mt-0.5 size-4 flex-none ${toneText[tone]}`} aria-hidden="true" />
			<span className="flex-1">
				<span className="sr-only">{word()}: </span>
				{step.text}
			</span>
			{step.tookMs > 0 && (
				<span className="text-xs whitespace-nowrap text-muted">
					{m['partners.seconds']({ n: (step.tookMs / 1000).toFixed(1).replace('.', ',') })}
				</span>
			)}
		</li>
	)
}

/** How long a probe has taken. */
function Seconds() {
	const [passed, setPassed] = useState(0)
	useEffect(() => {
		const timer = setInterval(() => setPassed((now) => now + 1), 1_000)
		return () => clearInterval(timer)
	}, [])
	return <span className="text-xs text-muted">{m['partners.probing']({ n: String(passed) })}</span>
}
