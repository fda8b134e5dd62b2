import type { ShiftNote } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { lastRead, markRead, unreadNotes } from './unread.ts'

const [me, colleague] = [1, 2]
const note = (id: number, by: number, to?: number) =>
	({ id, by: { id: by }, to: to === undefined ? null : { id: to } }) as ShiftNote

test('a note is unread if it is for this person or for anybody, is not their own and is newer than the last read one', () => {
	const notes = [note(5, colleague, me), note(4, colleague), note(3, me), note(2, colleague, 3), note(1, colleague)]
	expect(unreadNotes(notes, me, 0).map(({ id }) => id)).toEqual([5, 4, 1])
	markRead(me, 4)
	expect(unreadNotes(notes, me, lastRead(me)).map(({ id }) => id)).toEqual([5])
	expect(lastRead(colleague)).toBe(0)
})
