import type { ShiftNote } from '@larek/api/admin/types.gen.ts'

const key = (person: number) => `larek.console.note.${person}`

/** The newest note that a person has read in this browser; zero for none. */
export function lastRead(person: number): number {
	try {
		return Number(localStorage.getItem(key(person)))
	} catch {
		return 0
	}
}

export function markRead(person: number, note: number): void {
	try {
		localStorage.setItem(key(person), String(note))
	} catch {
		// Without storage the note is new again with the next page.
	}
}

/** Notes that colleagues left for a person or for whoever comes next, after the last one that was read. */
export const unreadNotes = (notes: ShiftNote[], person: number, read: number): ShiftNote[] =>
	notes.filter(({ id, by, to }) => id > read && by.id !== person && (to === null || to.id === person))
