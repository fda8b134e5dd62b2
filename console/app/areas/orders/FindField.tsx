import { Search } from 'lucide-react'
import { hotkeyOf, useHotkey } from '~/kit/hotkeys.ts'
import { Kbd } from '~/kit/Kbd.tsx'
import { openPalette } from '~/kit/palette.ts'
import { m } from '~/paraglide/messages.js'

/** A button that looks like a field and opens the palette, so that emails and players stay out of URLs. */
export function FindField() {
	useHotkey('filter', openPalette)
	return (
		<button
			type="button"
			onClick={openPalette}
			className="inline-flex min-h-7 items-center gap-2 rounded-control border border-line bg-window px-2.5 text-muted hover:border-edge max-md:min-h-11 max-md:w-full"
		>
			<Search size={14} aria-hidden="true" />
			{m['orders.search']()}
			<Kbd keys={hotkeyOf('filter')} className="ml-2" />
		</button>
	)
}
