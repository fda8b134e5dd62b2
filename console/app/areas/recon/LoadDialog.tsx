import type { ReconFileInput, ReconPreview } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { problemOf } from '~/api/problem.ts'
import { bookKeys } from '~/areas/books/queries.ts'
import { base64Of } from '~/common/base64.ts'
import { dayLabel } from '~/common/days.ts'
import { sumText } from '~/common/Sum.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { TextField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { bank, partyName } from './names.ts'
import { loadFile, previewFile, reconKeys } from './queries.ts'

interface LoadDialogProps {
	party: string
	day: string
	onClose: () => void
}

export const loadName = (party: string) => (party === bank ? m['recon.load_bank']() : m['recon.load']())

/** Previews and loads the registry of a day. */
export function LoadDialog({ party, day, onClose }: LoadDialogProps) {
	const [file, setFile] = useState<ReconFileInput>()
	const [preview, setPreview] = useState<ReconPreview>()
	const [error, setError] = useState<string>()
	const choose = async (chosen: File | undefined) => {
		setPreview(undefined)
		setError(undefined)
		if (!chosen) return setFile(undefined)
		const next = { party, day, name: chosen.name, body: await base64Of(chosen) }
		setFile(next)
		try {
			setPreview(await previewFile(next))
		} catch (problem) {
			const { fields, text } = problemOf(problem)
			setError(fields[0]?.detail ?? text)
		}
	}
	return (
		<ActionDialog
			open
			onClose={onClose}
			title={loadName(party)}
			subtitle={`${partyName(party)}, ${dayLabel(day)}`}
			submit={loadName(party)}
			run={async (_, key) => {
				if (!file || !preview) throw new Error(m['recon.choose']())
				return loadFile(file, key)
			}}
			invalidate={[reconKeys.all, bookKeys.all, ['queue']]}
			done={({ lines, differences }) => m['recon.loaded']({ lines, differences })}
		>
			{() => (
				<>
					<TextField
						type="file"
						accept=".csv,.json,.txt"
						label={m['recon.file']()}
						hint={party === bank ? m['recon.load_bank_hint']() : m['recon.load_hint']()}
						error={error}
						onChange={({ target }) => choose(target.files?.[0])}
					/>
					{preview && <Preview {...preview} />}
				</>
			)}
		</ActionDialog>
	)
}

function Preview({ lines, sums, otherDays, isLoaded }: ReconPreview) {
	const sum = sums.map((one) => sumText(one.sum, one.currency)).join(', ')
	return (
		<Note tone={isLoaded ? 'bad' : 'note'}>
			{isLoaded ? m['recon.repeat']() : m['recon.preview']({ lines, sum, other: otherDays })}
		</Note>
	)
}
