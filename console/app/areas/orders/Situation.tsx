import type { ConsoleOrder } from '@larek/api/admin/types.gen.ts'
import { CircleCheck, Clock, Hourglass, TriangleAlert } from 'lucide-react'
import type { Tone } from '~/kit/Pill.tsx'
import { Note } from '~/kit/states.tsx'

const icons = {
	calm: { tone: 'note', icon: Hourglass },
	waiting: { tone: 'soon', icon: Clock },
	late: { tone: 'bad', icon: TriangleAlert },
	ended: { tone: 'plain', icon: CircleCheck },
} satisfies Record<string, { tone: Tone; icon: typeof Clock }>

/** The server's summary of the order's state, its money and the next step. */
export function Situation({ summary }: { summary: ConsoleOrder['summary'] }) {
	const { tone, icon } = icons[summary.tone]
	return (
		<Note tone={tone} icon={icon}>
			<strong>{summary.headline}</strong> {summary.text}
		</Note>
	)
}
