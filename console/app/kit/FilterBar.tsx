import { Menu } from '@base-ui/react/menu'
import { Popover } from '@base-ui/react/popover'
import { Plus, Search, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '~/paraglide/messages.js'
import { Button } from './Button.tsx'
import { type Filter, type FilterState, type Filters, filterLabel, paramsOf } from './filters.ts'
import { hotkeyOf, useHotkey } from './hotkeys.ts'
import { Kbd } from './Kbd.tsx'
import { popup } from './popup.ts'

interface FilterBarProps {
	filters: Filters
	state: FilterState
	/** Free text, sent as `q`: what can be typed there. */
	search?: string
	/** At the end of the line: columns, export. */
	children?: ReactNode
}

/** Active filters as chips, and a menu of the others. */
export function FilterBar({ filters, state, search, children }: FilterBarProps) {
	const [adding, setAdding] = useState<string>()
	const shown = Object.keys(filters).filter((name) => state.active.includes(name) || name === adding)
	const free = Object.entries(filters).filter(([name]) => !shown.includes(name))
	const done = () => setAdding(undefined)
	return (
		<div className="mb-3 flex flex-wrap items-center gap-1.5">
			{search !== undefined && <SearchField key={state.values.q ?? ''} placeholder={search} state={state} />}
			{shown.map((name) => (
				<FilterChip key={name} name={name} filters={filters} state={state} isNew={name === adding} onDone={done} />
			))}
			{free.length > 0 && (
				<Menu.Root>
					<Menu.Trigger className="inline-flex min-h-7 items-center gap-1.5 rounded-control border border-dashed border-edge px-2.5 text-muted hover:text-fore max-md:min-h-11">
						<Plus size={14} aria-hidden="true" />
						{m['kit.filter']()}
					</Menu.Trigger>
					<Menu.Portal>
						<Menu.Positioner sideOffset={6} align="start" className="z-50">
							<Menu.Popup className={popup.box}>
								{free.map(([name, { label }]) => (
									<Menu.Item key={name} className={popup.item} onClick={() => setAdding(name)}>
										{label}
									</Menu.Item>
								))}
							</Menu.Popup>
						</Menu.Positioner>
					</Menu.Portal>
				</Menu.Root>
			)}
			{(state.active.length > 0 || state.values.q) && (
				<button
					type="button"
					onClick={state.clear}
					className="px-1.5 text-xs text-muted hover:text-fore hover:underline max-md:min-h-11"
				>
					{m['kit.reset']()}
				</button>
			)}
			<span className="flex-1" />
			{children}
		</div>
	)
}

function SearchField({ placeholder, state }: { placeholder: string; state: FilterState }) {
	const field = useRef<HTMLInputElement>(null)
	useHotkey('filter', () => field.current?.focus())
	return (
		<search className="max-md:w-full">
			<form
				className="relative w-62 max-md:w-full"
				onSubmit={(event) => {
					event.preventDefault()
					state.set({ q: field.current?.value.trim() ?? '' })
				}}
			>
				<Search size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" aria-hidden="true" />
				<input
					ref={field}
					type="search"
					name="q"
					defaultValue={state.values.q}
					placeholder={placeholder}
					aria-label={placeholder}
					className="control min-h-7 border-line pl-8! md:pr-8"
				/>
				<Kbd keys={hotkeyOf('filter')} className="pointer-events-none absolute top-1/2 right-1.5 -translate-y-1/2" />
			</form>
		</search>
	)
}

interface FilterChipProps {
	name: string
	filters: Filters
	state: FilterState
	isNew: boolean
	onDone: () => void
}

function FilterChip({ name, filters, state, isNew, onDone }: FilterChipProps) {
	const [open, setOpen] = useState(false)
	// Opened a moment later, after the menu has returned the focus.
	useEffect(() => {
		if (isNew) setOpen(true)
	}, [isNew])
	const filter = filters[name]
	if (!filter) return null
	const close = () => {
		setOpen(false)
		onDone()
	}
	const isSet = state.active.includes(name)
	return (
		<Popover.Root open={open} onOpenChange={(next) => (next ? setOpen(true) : close())}>
			<span className="inline-flex min-h-7 items-center rounded-control border border-line bg-window max-md:min-h-11">
				<Popover.Trigger className="inline-flex items-center gap-1.5 self-stretch rounded-l-control px-2.5 hover:bg-hover">
					<span className="text-muted">{filter.label}</span>
					{isSet && <strong className="max-w-60 truncate">{filterLabel(name, filter, state.values)}</strong>}
				</Popover.Trigger>
				<button
					type="button"
					aria-label={m['kit.drop_filter']({ name: filter.label })}
					onClick={() => {
						state.drop(name)
						onDone()
					}}
					className="self-stretch rounded-r-control px-1.5 text-muted hover:bg-hover hover:text-fore max-md:px-3"
				>
					<X size={14} aria-hidden="true" />
				</button>
			</span>
			<Popover.Portal>
				<Popover.Positioner sideOffset={6} align="start" className="z-50">
					<Popover.Popup className={popup.box} aria-label={filter.label}>
						<FilterForm name={name} filter={filter} state={state} onDone={close} />
					</Popover.Popup>
				</Popover.Positioner>
			</Popover.Portal>
		</Popover.Root>
	)
}

interface FilterFormProps {
	name: string
	filter: Filter
	state: FilterState
	onDone: () => void
}

/** The values of one filter. They apply together, in one request. */
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
