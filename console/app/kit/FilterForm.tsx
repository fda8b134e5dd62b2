import { type FormEvent, useRef } from 'react'
import { m } from '~/paraglide/messages.js'
import { Button } from './Button.tsx'
import { type Filter, type FilterState, paramsOf } from './filters.ts'

interface FilterFormProps {
	name: string
	filter: Filter
	state: FilterState
	onDone: () => void
}

/** The values of one filter. They apply together, so that the list is asked once. */
export function FilterForm({ name, filter, state, onDone }: FilterFormProps) {
	const form = useRef<HTMLFormElement>(null)
	const apply = (event?: FormEvent) => {
		event?.preventDefault()
		if (!form.current) return
		const data = new FormData(form.current)
		const read = (param: string) => data.getAll(param).map(String).filter(Boolean).join(',')
		state.set(Object.fromEntries(paramsOf(name, filter).map((param) => [param, read(param)])))
		onDone()
	}
	return (
		<form ref={form} onSubmit={apply} className="grid gap-2 p-1.5">
			<Choices name={name} filter={filter} state={state} onChange={apply} />
			<Button type="submit" size="small" look="lamp">
				{m['kit.apply']()}
			</Button>
		</form>
	)
}

type ChoicesProps = Omit<FilterFormProps, 'onDone'> & { onChange: () => void }

function Choices({ name, filter, state, onChange }: ChoicesProps) {
	const { values } = state
	if (filter.kind === 'options') {
		const chosen = (values[name] ?? '').split(',')
		return (
			<fieldset className="grid">
				<legend className="sr-only">{filter.label}</legend>
				{filter.options.map((option) => (
					<label key={option.value} className="flex min-h-7.5 items-center gap-2 rounded-control px-1 hover:bg-hover">
						<input
							type={filter.many ? 'checkbox' : 'radio'}
							className={filter.many ? 'tick' : 'radio'}
							name={name}
							value={option.value}
							defaultChecked={chosen.includes(option.value)}
							onChange={filter.many ? undefined : onChange}
						/>
						{option.label}
					</label>
				))}
			</fieldset>
		)
	}
	if (filter.kind === 'flag')
		return (
			<label className="flex min-h-7.5 items-center gap-2">
				<input type="checkbox" className="tick" name={name} value="true" defaultChecked />
				{filter.label}
			</label>
		)
	if (filter.kind === 'text')
		return (
			<input
				className="control"
				name={name}
				defaultValue={values[name]}
				placeholder={filter.placeholder}
				aria-label={filter.label}
			/>
		)
	const type = filter.kind === 'dates' ? 'date' : 'text'
	const field = (param: string, label: string) => (
		<label className="grid gap-1 text-xs text-muted">
			{label}
			<input
				className="control text-fore"
				type={type}
				inputMode={filter.kind === 'sums' ? 'decimal' : undefined}
				pattern={filter.kind === 'sums' ? '[0-9]+([.,][0-9]{1,2})?' : undefined}
				name={param}
				defaultValue={values[param]}
			/>
		</label>
	)
	return (
		<div className="grid grid-cols-2 gap-2">
			{field(`${name}_from`, m['kit.from']())}
			{field(`${name}_to`, m['kit.to']())}
		</div>
	)
}
