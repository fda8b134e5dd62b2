import { zodResolver } from '@hookform/resolvers/zod'
import { camelName } from '@larek/api/caseMapping.ts'
import { useOnline } from '@larek/shared/online.ts'
import { type ReactNode, useEffect, useId, useState } from 'react'
import {
	type DefaultValues,
	type FieldValues,
	type Path,
	type Resolver,
	type UseFormReturn,
	useForm,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { m } from '~/paraglide/messages.js'
import { type ActionOptions, problemSentence, useAction } from './action.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { changesOf, labelIn, Newer } from './Newer.tsx'
import { type Reason, ReasonFields, type ReasonValue, reasonRules } from './ReasonFields.tsx'
import { Note } from './states.tsx'

interface ActionDialogProps<Values extends FieldValues, Answer, Parsed extends FieldValues, Version> {
	open: boolean
	onClose: () => void
	title: string
	subtitle?: ReactNode
	/** Consequences, one sentence each: money, goods, the buyer's email. */
	consequences?: ReactNode[]
	/** The reasons to choose from. */
	reasons?: Reason[]
	/** Fields besides the reason: their rules, first values and how they look. */
	schema?: z.ZodMiniType<Parsed, Values>
	defaults?: DefaultValues<Values>
	children?: (form: UseFormReturn<Values, unknown, Parsed>) => ReactNode
	submit: string
	/** The action removes something: makes the button red. */
	bad?: boolean
	wide?: boolean
	/** The version of what it changes. `run` gets the one it was opened with, so a colleague's change is refused. */
	version?: Version
	run: (values: Parsed & { reason: ReasonValue }, key: string, version: Version) => Promise<Answer>
	invalidate?: ActionOptions<Parsed, Answer>['invalidate']
	done?: ActionOptions<Parsed, Answer>['done']
	onDone?: (answer: Answer) => void
}

/**
 * A dialog that explains a write, collects its reason and sends it. The idempotency key is made when the dialog opens
 * and lasts until a response. `Values` is the type of the fields, `Parsed` that of the parsed schema.
 */
export function ActionDialog<
	Values extends FieldValues,
	Answer,
	Parsed extends FieldValues = Values,
	Version extends number | string = number,
>(props: ActionDialogProps<Values, Answer, Parsed, Version>) {
	return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog<Values extends FieldValues, Answer, Parsed extends FieldValues, Version>(
	props: ActionDialogProps<Values, Answer, Parsed, Version>,
) {
	const { onClose, title, subtitle, consequences = [], reasons, children, submit, bad, wide } = props
	const id = useId()
	const isOnline = useOnline()
	const form = useActionForm(props)
	const [opened, setOpened] = useState({ version: props.version, defaults: props.defaults })
	const action = useAction<Parsed, Answer>({
		run: (values, key) => props.run(values as Parsed & { reason: ReasonValue }, key, opened.version as Version),
		invalidate: props.invalidate,
		done: props.done,
		onDone: (answer) => {
			onClose()
			props.onDone?.(answer)
		},
		onFields: (fields) => {
			// Refusals name fields as the wire does, forms as the contract's types; settings are named by their keys.
			const nameOf = (field: string) => (field in form.getValues() ? field : camelName(field)) as Path<Values>
			for (const { field, detail } of fields) form.setError(nameOf(field), { message: detail })
		},
	})
	const { problem } = action
	// Subscribes to dirty fields, which keep their values when newer ones load.
	const { dirtyFields } = form.formState
	const takeNewer = () => {
		form.reset({ ...form.getValues(), ...props.defaults } as Values, { keepDirtyValues: true })
		setOpened({ version: props.version, defaults: props.defaults })
		action.reset()
	}
	useEffect(() => {
		if (problem) document.getElementById(`${id}-problem`)?.focus()
	}, [problem, id])
	return (
		<Dialog
			open
			wide={wide}
			title={title}
			subtitle={subtitle}
			onClose={onClose}
			footer={
				<>
					<span className="flex-1 text-xs text-muted">{!isOnline && m['kit.offline_writes']()}</span>
					<Button onClick={onClose}>{m['common.cancel']()}</Button>
					<Button
						type="submit"
						form={id}
						look={bad ? 'bad' : 'lamp'}
						busy={action.busy}
						disabled={!isOnline}
						onClick={undefined}
					>
						{submit}
					</Button>
				</>
			}
		>
			<form id={id} noValidate onSubmit={form.handleSubmit((values) => action.start(values))} className="grid gap-3.5">
				{problem && (
					<div id={`${id}-problem`} tabIndex={-1} role="alert" className="outline-none">
						<Note tone="bad">{problemSentence(problem)}</Note>
					</div>
				)}
				{props.version !== opened.version && (
					<Newer
						changes={changesOf(opened.defaults, props.defaults)}
						typed={(name) => (name in dirtyFields ? form.getValues(name as Path<Values>) : undefined)}
						labelOf={(name) => labelIn(document.getElementById(id), name)}
						onTake={takeNewer}
					/>
				)}
				{consequences.length > 0 && <Consequences items={consequences} />}
				{children?.(form)}
				{reasons && <ReasonFields form={form} reasons={reasons} />}
			</form>
		</Dialog>
	)
}

function useActionForm<Values extends FieldValues, Answer, Parsed extends FieldValues, Version>(
	props: ActionDialogProps<Values, Answer, Parsed, Version>,
) {
	const { schema = z.object({}), defaults, reasons } = props
	const rules = reasons ? z.intersection(schema, z.object({ reason: reasonRules })) : schema
	// No reason is preselected, because reasons are counted.
	const reason = { code: '', text: '' }
	return useForm<Values, unknown, Parsed>({
		// The reason is a field of the dialog, not of its schema.
		resolver: zodResolver(rules) as unknown as Resolver<Values, unknown, Parsed>,
		defaultValues: { ...defaults, ...(reasons && { reason }) } as DefaultValues<Values>,
	})
}

function Consequences({ items }: { items: ReactNode[] }) {
	return (
		<div>
			<h3 className="mb-1 text-xs font-medium text-muted">{m['kit.consequences']()}</h3>
			<ul className="grid list-disc gap-1 pl-4.5">
				{items.map((item, at) => (
					<li key={String(at)}>{item}</li>
				))}
			</ul>
		</div>
	)
}
