import { m } from '~/paraglide/messages.js'
import { Button } from './Button.tsx'
import { Note } from './states.tsx'

export interface FieldChange {
	name: string
	from: unknown
	to: unknown
}

/** The fields whose values differ. */
export function changesOf(from: object = {}, to: object = {}): FieldChange[] {
	const before = from as Record<string, unknown>
	return Object.entries(to)
		.filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
		.map(([name, value]) => ({ name, from: before[name], to: value }))
}

/** Returns the label of a field, or undefined. */
export function labelIn(form: HTMLElement | null, name: string): string | undefined {
	const control = form?.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)
	return control?.labels?.[0]?.textContent ?? undefined
}

interface NewerProps {
	changes: FieldChange[]
	/** Returns what the person typed into a field, or undefined if it was not edited. */
	typed?: (name: string) => unknown
	labelOf?: (name: string) => string | undefined
	onTake: () => void
}

/** Shows both versions when somebody else has saved meanwhile, and a button to continue from theirs. */
export function Newer({ changes, typed, labelOf, onTake }: NewerProps) {
	const named = changes.flatMap((change) => {
		const label = labelOf?.(change.name)
		return label ? [{ ...change, label, own: typed?.(change.name) }] : []
	})
	return (
		<Note tone="soon">
			<p>{m['kit.newer_version']()}</p>
			{named.length > 0 && (
				<dl className="mt-1.5 grid gap-1 text-xs">
					{named.map(({ name, label, from, to, own }) => (
						<div key={name} className="grid gap-x-2 md:grid-cols-[10rem_minmax(0,1fr)]">
							<dt className="text-muted">{label}</dt>
							<dd className="break-words">
								<span>{`${valueText(from)} → ${valueText(to)}`}</span>
								{own !== undefined && (
									<span className="block text-muted">{m['kit.newer_own']({ value: valueText(own) })}</span>
								)}
							</dd>
						</div>
					))}
				</dl>
			)}
			<p className="mt-2">
				<Button size="small" onClick={onTake}>
					{m['kit.take_newer']()}
				</Button>
			</p>
		</Note>
	)
}

const longest = 160

function valueText(value: unknown): string {
	if (typeof value === 'boolean') return value ? m['kit.yes']() : m['kit.no']()
	const text = String(value ?? '')
	if (!text) return m['kit.empty_value']()
	return text.length > longest ? `${text.slice(0, longest)}…` : text
}
