import { useEffect, useRef } from 'react'
import { Form, useNavigation, useNavigationType, useSubmit } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { SearchIcon } from '~/components/SearchIcon.tsx'

interface SearchFormProps {
	/** The page that shows what was found. */
	action: string
	/** The name of the query in the address. */
	name: string
	value: string
	label: string
	placeholder: string
	button: string
	/** Takes the keyboard when one comes from another page of the shop. */
	takesFocus?: boolean
}

const pause = 300

/** Looks while one types; without a script it is a plain form with a button. */
export function SearchForm({ action, name, value, label, placeholder, button, takesFocus }: SearchFormProps) {
	const submit = useSubmit()
	const input = useRef<HTMLInputElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const busy = useNavigation().location?.pathname === action
	const comes = useNavigationType() === 'PUSH' && takesFocus
	useEffect(() => () => clearTimeout(timer.current), [])
	useEffect(() => {
		if (comes) input.current?.focus()
	}, [comes])
	// The back button changes the address, and the field has to follow; not while the visitor types in it.
	useEffect(() => {
		if (input.current && document.activeElement !== input.current) input.current.value = value
	}, [value])

	return (
		<Form
			action={action}
			role="search"
			aria-label={label}
			replace
			className="flex gap-2.5"
			onSubmit={() => clearTimeout(timer.current)}
		>
			<label className="relative block min-w-0 flex-1">
				<span className="sr-only">{label}</span>
				<SearchIcon />
				<input
					ref={input}
					type="search"
					name={name}
					defaultValue={value}
					maxLength={100}
					autoComplete="off"
					enterKeyHint="search"
					placeholder={placeholder}
					className="control pl-10.5"
					onInput={(event) => {
						const form = event.currentTarget.form
						clearTimeout(timer.current)
						timer.current = setTimeout(() => submit(form, { replace: true, preventScrollReset: true }), pause)
					}}
				/>
			</label>
			<Button type="submit" busy={busy} size="small" className="min-h-12">
				{button}
			</Button>
		</Form>
	)
}
