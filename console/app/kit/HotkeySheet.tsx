import { useStore } from '@larek/shared/store.ts'
import { m } from '~/paraglide/messages.js'
import { Dialog } from './Dialog.tsx'
import { activeHotkeys, bindings, type Hotkey, isLetter, lettersWork } from './hotkeys.ts'
import { Kbd } from './Kbd.tsx'

const groups = {
	everywhere: () => m['keys.group_everywhere'](),
	go: () => m['keys.group_go'](),
	list: () => m['keys.group_list'](),
	work: () => m['keys.group_work'](),
}

/** The keys of the page below, from the table of bindings. */
export function HotkeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
	const active = useStore(activeHotkeys)
	const isOn = useStore(lettersWork)
	const names = (Object.keys(bindings) as Hotkey[]).filter(
		(name) => name === 'close' || (active.has(name) && (isOn || !isLetter(bindings[name].keys))),
	)
	return (
		<Dialog open={open} wide title={m['keys.title']()} onClose={onClose}>
			<div className="gap-x-8 md:columns-2">
				{(Object.keys(groups) as (keyof typeof groups)[]).map((group) => {
					const rows = names.filter((name) => bindings[name].group === group)
					if (rows.length === 0) return null
					return (
						<section key={group} className="mb-4 break-inside-avoid">
							<h3 className="mb-1 text-xs font-medium text-muted">{groups[group]()}</h3>
							<dl>
								{rows.map((name) => (
									<div key={name} className="flex min-h-7 items-center gap-2 border-b border-hair last:border-0">
										<dt className="flex-1">{bindings[name].label()}</dt>
										<dd>
											<span className="sr-only">{bindings[name].keys}</span>
											<Kbd keys={bindings[name].keys} className="max-md:inline-flex!" />
										</dd>
									</div>
								))}
							</dl>
						</section>
					)
				})}
			</div>
		</Dialog>
	)
}
