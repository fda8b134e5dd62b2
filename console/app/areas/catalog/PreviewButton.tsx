import type { CatalogGame, CatalogPreview } from '@larek/api/admin/types.gen.ts'
import { clockTime } from '@larek/shared/time.ts'
import { ExternalLink, ScanEye } from 'lucide-react'
import { useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button, buttonClass } from '~/kit/Button.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { m } from '~/paraglide/messages.js'
import { sendPreview } from './queries.ts'

/** Creates a preview link of a game's page, to open here or on a phone. */
export function PreviewButton({ game }: { game: CatalogGame }) {
	const [link, setLink] = useState<CatalogPreview>()
	const ask = useAction({ run: (_: undefined, key) => sendPreview(game.id, key), onDone: setLink })
	const close = () => {
		setLink(undefined)
		ask.reset()
	}
	return (
		<>
			<Button icon={ScanEye} busy={ask.busy} onClick={() => ask.start(undefined)}>
				{m['catalog.preview']()}
			</Button>
			<Dialog
				open={Boolean(link ?? ask.problem)}
				title={m['catalog.preview']()}
				subtitle={game.fields.title}
				onClose={close}
				footer={
					link && (
						<>
							<a
								href={link.path}
								target="_blank"
								rel="noreferrer"
								className={buttonClass({ look: 'lamp' })}
								onClick={close}
							>
								<ExternalLink size={16} aria-hidden="true" />
								{m['catalog.preview_open']()}
							</a>
							<Button onClick={close}>{m['common.cancel']()}</Button>
						</>
					)
				}
			>
				{link ? (
					<div className="grid grid-cols-[minmax(0,1fr)] gap-2">
						<p>{m['catalog.preview_means']({ time: clockTime(new Date(link.until)) })}</p>
						<p className="text-muted">
							<Copy text={location.origin + link.path} what={m['catalog.preview_link']()} />
						</p>
					</div>
				) : (
					ask.problem && <p role="alert">{problemSentence(ask.problem)}</p>
				)}
			</Dialog>
		</>
	)
}
