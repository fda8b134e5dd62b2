import type { PriceGoods, PricesDone } from '@larek/api/admin/types.gen.ts'
import { useOnline } from '@larek/shared/online.ts'
import { useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { hotkeyOf, useHotkey } from '~/kit/hotkeys.ts'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { priceKeys, savePrices } from './queries.ts'

interface SaveBarProps {
	goods: PriceGoods
	changes: { id: number; price: string; version: number }[]
	/** How many of them fall below cost or move far. */
	risky: number
	onDone: (done: PricesDone) => void
}

/** Shows how many prices are ready, and saves them with a reason and a time. */
export function SaveBar({ goods, changes, risky, onDone }: SaveBarProps) {
	const [isSure, setSure] = useState(false)
	const [text, setText] = useState('')
	const [when, setWhen] = useState('now')
	const [at, setAt] = useState('')
	const isOnline = useOnline()
	const applyAt = when === 'at' && at ? new Date(at).toISOString() : null
	const action = useAction({
		run: (reason: string, key: string) =>
			savePrices({ goods, changes, applyAt, reason: { code: 'prices', text: reason.trim() } }, key),
		invalidate: [priceKeys.all],
		done: ({ message }) => message,
		onDone: (done) => {
			setText('')
			setSure(false)
			onDone(done)
		},
	})
	const isReady = changes.length > 0 && isOnline && (risky === 0 || isSure) && (when === 'now' || applyAt !== null)
	const save = () => isReady && action.start(text)
	useHotkey('save', save, isReady)
	return (
		<section
			aria-label={m['prices.save_bar']()}
			className="sticky bottom-0 z-10 mt-4 grid gap-2 rounded-stage border border-line bg-window px-4 py-3 shadow-float max-md:bottom-16"
		>
			{action.problem && (
				<div role="alert">
					<Note tone="bad">{problemSentence(action.problem)}</Note>
				</div>
			)}
			{risky > 0 && (
				<label className="flex items-center gap-2 text-coral">
					<input
						type="checkbox"
						className="tick"
						checked={isSure}
						onChange={(event) => setSure(event.target.checked)}
					/>
					{m['prices.risky']({ count: risky })}
				</label>
			)}
			<div className="flex flex-wrap items-center gap-3">
				<strong className="mr-auto">{m['prices.ready_count']({ count: changes.length })}</strong>
				<label className="flex items-center gap-2 max-md:w-full">
					<span className="text-xs text-muted">{m['kit.reason']()}</span>
					<input
						className="control w-64 max-md:w-full"
						maxLength={500}
						value={text}
						placeholder={m['prices.reason_example']()}
						onChange={(event) => setText(event.target.value)}
					/>
				</label>
				<Chips
					joined
					label={m['prices.when']()}
					value={when}
					onChange={setWhen}
					chips={[
						{ value: 'now', label: m['prices.now']() },
						{ value: 'at', label: m['prices.at']() },
					]}
				/>
				{when === 'at' && (
					<input
						type="datetime-local"
						aria-label={m['prices.at_time']()}
						className="control w-50"
						value={at}
						onChange={(event) => setAt(event.target.value)}
					/>
				)}
				<Button look="lamp" busy={action.busy} disabled={!isReady} hotkey={hotkeyOf('save')} onClick={save}>
					{when === 'at' ? m['prices.plan']() : m['prices.apply']()}
				</Button>
			</div>
		</section>
	)
}
