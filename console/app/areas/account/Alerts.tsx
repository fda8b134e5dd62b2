import { Bell, BellOff } from 'lucide-react'
import { useEffect } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { problemSentence } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { field, OptionField, SelectField } from '~/kit/fields.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { hasPush } from './push.ts'
import {
	type AlertChange,
	type AlertChannel,
	type AlertKind,
	type Alerts as Settings,
	useAlerts,
	useChangeAlerts,
	usePushEndpoint,
	useTestAlerts,
	useTurnPushOff,
	useTurnPushOn,
} from './queries.ts'

/** What the operator is alerted to, by which channels and when. */
export function Alerts() {
	const alerts = useAlerts()
	return (
		<QueryBoundary query={alerts} skeleton={<SkeletonRows rows={6} />}>
			{(settings) => (
				<Card title={m['alerts.title']()}>
					{settings.channels.length > 0 ? <AlertForm settings={settings} /> : <p>{m['alerts.no_channels']()}</p>}
				</Card>
			)}
		</QueryBoundary>
	)
}

/** Fields as the server names them. An hour is a text; empty is none. */
interface Fields {
	email: AlertKind[]
	push: AlertKind[]
	quiet_from: string
	quiet_until: string
	on_duty_only: boolean
	report_hour: string
}

type Form = UseFormReturn<Fields>

function AlertForm({ settings }: { settings: Settings }) {
	const form = useForm<Fields>({ defaultValues: fieldsOf(settings) })
	// Keeps edits that are not saved yet.
	useEffect(() => form.reset(fieldsOf(settings), { keepDirtyValues: true }), [form, settings])
	const change = useChangeAlerts(
		(saved) => form.reset(fieldsOf(saved)),
		(fields) => {
			for (const { field, detail } of fields) form.setError(field as keyof Fields, { message: detail })
		},
	)
	const test = useTestAlerts()
	const problem = change.problem ?? test.problem
	const hasReport = settings.canReport && settings.channels.includes('email')
	return (
		<form noValidate className="grid gap-3.5" onSubmit={form.handleSubmit((values) => change.start(changeOf(values)))}>
			{problem && (
				<div role="alert">
					<Note tone="bad">{problemSentence(problem)}</Note>
				</div>
			)}
			<Kinds form={form} settings={settings} />
			{settings.pushKey && <ThisBrowser shop={settings.pushKey} browsers={settings.browsers} />}
			<div className="grid grid-cols-2 gap-x-2.5 gap-y-3 sm:grid-cols-3">
				<HourField form={form} name="quiet_from" label={m['alerts.quiet_from']()} none={m['alerts.never']()} />
				<HourField form={form} name="quiet_until" label={m['alerts.quiet_until']()} none={m['alerts.never']()} />
				{hasReport && (
					<HourField form={form} name="report_hour" label={m['alerts.report']()} none={m['alerts.no_report']()} />
				)}
			</div>
			<OptionField
				type="checkbox"
				label={m['alerts.on_duty']()}
				hint={hasReport && m['alerts.on_duty_hint']()}
				{...form.register('on_duty_only')}
			/>
			<div className="flex flex-wrap gap-2">
				<Button type="submit" busy={change.busy} onClick={undefined}>
					{m['alerts.save']()}
				</Button>
				{channelsToTest(settings).map((channel) => (
					<Button key={channel} look="flat" busy={test.busy} onClick={() => test.start({ channel })}>
						{testLabel[channel]()}
					</Button>
				))}
			</div>
		</form>
	)
}

/** Kinds down, channels across. */
function Kinds({ form, settings: { kinds, channels } }: { form: Form; settings: Settings }) {
	return (
		<table className="w-full">
			<thead>
				<tr className="text-xs font-medium text-muted">
					<th scope="col" className="pb-1 text-left font-medium">
						{m['alerts.what']()}
					</th>
					{channels.map((channel) => (
						<th key={channel} scope="col" className="w-20 pb-1 text-center font-medium">
							{channelLabel[channel]()}
						</th>
					))}
				</tr>
			</thead>
			<tbody className="divide-y divide-hair">
				{kinds.map(({ kind }) => (
					<tr key={kind}>
						<th scope="row" className="py-1.5 text-left font-normal">
							{kindLabel[kind]()}
						</th>
						{channels.map((channel) => (
							<td key={channel}>
								<label className="grid min-h-8 place-items-center max-md:min-h-11">
									<span className="sr-only">{`${kindLabel[kind]()}: ${channelLabel[channel]()}`}</span>
									<input type="checkbox" className="tick" value={kind} {...form.register(channel)} />
								</label>
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	)
}

/** Whether pushes come to this browser, and a button that changes it. */
function ThisBrowser({ shop, browsers }: { shop: string; browsers: string[] }) {
	const here = usePushEndpoint()
	const on = useTurnPushOn()
	const off = useTurnPushOff()
	const problem = on.problem ?? off.problem
	if (!hasPush()) return <Note>{m['alerts.no_push']()}</Note>
	const endpoint = browsers.find((one) => one === here.data)
	return (
		<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
			<p className="min-w-0 flex-1 text-muted">{endpoint ? m['alerts.here_on']() : m['alerts.here_off']()}</p>
			{endpoint ? (
				<Button icon={BellOff} busy={off.busy} onClick={() => off.start({ endpoint })}>
					{m['alerts.turn_off']()}
				</Button>
			) : (
				<Button icon={Bell} busy={on.busy} onClick={() => on.start({ shop })}>
					{m['alerts.turn_on']()}
				</Button>
			)}
			{problem && (
				<p role="alert" className="w-full text-xs text-coral">
					{problemSentence(problem)}
				</p>
			)}
		</div>
	)
}

/** A push needs a browser. */
const channelsToTest = ({ channels, browsers }: Settings) =>
	channels.filter((channel) => channel !== 'push' || browsers.length > 0)

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour}:00` }))

function HourField(props: {
	form: Form
	name: 'quiet_from' | 'quiet_until' | 'report_hour'
	label: string
	none: string
}) {
	const { form, name, label, none } = props
	return <SelectField label={label} options={[{ value: '', label: none }, ...hours]} {...field(form, name)} />
}

const kindLabel: Record<AlertKind, () => string> = {
	row: m['alerts.row'],
	late: m['alerts.late'],
	supplier: m['alerts.supplier'],
	stock: m['alerts.stock'],
	method: m['alerts.method'],
	books: m['alerts.books'],
}

const channelLabel: Record<AlertChannel, () => string> = { email: m['alerts.email'], push: m['alerts.push'] }
const testLabel: Record<AlertChannel, () => string> = { email: m['alerts.test_email'], push: m['alerts.test_push'] }

function fieldsOf({ kinds, quietFrom, quietUntil, onDutyOnly, reportHour }: Settings): Fields {
	const chosen = (channel: AlertChannel) => kinds.filter((one) => one[channel]).map(({ kind }) => kind)
	const text = (hour: number | null) => (hour === null ? '' : String(hour))
	return {
		email: chosen('email'),
		push: chosen('push'),
		quiet_from: text(quietFrom),
		quiet_until: text(quietUntil),
		on_duty_only: onDutyOnly,
		report_hour: text(reportHour),
	}
}

function changeOf({ email, push, quiet_from, quiet_until, on_duty_only, report_hour }: Fields): AlertChange {
	const hour = (text: string) => (text === '' ? null : Number(text))
	return {
		email,
		push,
		quietFrom: hour(quiet_from),
		quietUntil: hour(quiet_until),
		onDutyOnly: on_duty_only,
		reportHour: hour(report_hour),
	}
}
