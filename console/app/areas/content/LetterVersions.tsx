import type { LetterText, LetterTextsVersion } from '@larek/api/admin/types.gen.ts'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { Empty } from '~/kit/states.tsx'
import { showToast } from '~/kit/toast.ts'
import { m } from '~/paraglide/messages.js'
import { placeName } from './labels.ts'

interface LetterVersionsProps {
	/** The version in use. */
	version: number
	versions: LetterTextsVersion[]
	mayTake: boolean
	onTake: (texts: LetterText[]) => void
	onClose: () => void
}

/** Earlier versions. Restoring one fills the form; nothing changes until it is saved. */
export function LetterVersions({ version, versions, mayTake, onTake, onClose }: LetterVersionsProps) {
	const take = (row: LetterTextsVersion) => {
		onTake(row.texts)
		onClose()
		showToast({ tone: 'good', text: m['letters.taken']({ version: row.version }) })
	}
	return (
		<Drawer open wide title={m['content.versions']()} onClose={onClose}>
			{versions.length === 0 && <Empty title={m['content.no_versions']()} hint={m['letters.no_versions_hint']()} />}
			<ul className="divide-y divide-hair">
				{versions.map((row) => (
					<li key={row.version} className="py-2.5">
						<div className="flex flex-wrap items-center gap-2">
							<span className="font-medium">{m['content.version']({ version: row.version })}</span>
							{row.version === version && <Pill tone="good">{m['letters.current']()}</Pill>}
							<span className="min-w-0 flex-1 text-xs text-muted">
								{row.by}, <Age at={row.at} />
							</span>
							{mayTake && row.version !== version && (
								<Button size="small" onClick={() => take(row)}>
									{m['letters.take']()}
								</Button>
							)}
						</div>
						<dl className="mt-2 grid gap-1.5">
							{row.texts.map(({ name, text }) => (
								<div key={name}>
									<dt className="text-xs text-muted">{placeName(name)}</dt>
									<dd className="whitespace-pre-line">{text}</dd>
								</div>
							))}
						</dl>
					</li>
				))}
			</ul>
		</Drawer>
	)
}
