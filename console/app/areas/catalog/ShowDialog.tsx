import type { CatalogGame } from '@larek/api/admin/types.gen.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { catalogKeys, sendShow } from './queries.ts'

/** Shows a game to buyers or hides it. */
export function ShowDialog({ game, onClose }: { game: CatalogGame; onClose: () => void }) {
	const { id, isActive } = game
	return (
		<ActionDialog
			open
			bad={isActive}
			title={isActive ? m['catalog.hide_title']() : m['catalog.show_title']()}
			subtitle={game.fields.title}
			consequences={[isActive ? m['catalog.hide_means']() : m['catalog.show_means']()]}
			reasons={reasons()}
			submit={isActive ? m['catalog.hide']() : m['catalog.show']()}
			done={isActive ? m['catalog.now_hidden']() : m['catalog.now_shown']()}
			onClose={onClose}
			version={game.version}
			run={({ reason }, key, version) => sendShow(id, { shown: !isActive, version, reason }, key)}
			invalidate={[catalogKeys.all]}
		/>
	)
}
