import { ListOrdered, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { Page } from '~/kit/Page.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { gameColumns } from './columns.tsx'
import { GameDialog } from './GameDialog.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import { sendGameOrder, useCatalogGames } from './queries.ts'

/** All games, including hidden ones. */
export default function Catalog() {
	const games = useCatalogGames()
	const may = useMay()
	const navigate = useNavigate()
	const [open, setOpen] = useState<'game' | 'order'>()
	const close = () => setOpen(undefined)
	return (
		<Page
			title={m['catalog.title']()}
			actions={
				may('catalog.write') && (
					<>
						<Button icon={ListOrdered} onClick={() => setOpen('order')}>
							{m['catalog.order']()}
						</Button>
						<Button look="lamp" icon={Plus} onClick={() => setOpen('game')}>
							{m['catalog.new_game']()}
						</Button>
					</>
				)
			}
		>
			<QueryTable
				query={games}
				skeleton={12}
				empty={<Empty title={m['catalog.empty']()} hint={m['catalog.empty_hint']()} />}
				label={m['catalog.title']()}
				columns={gameColumns}
				rowKey={({ id }) => String(id)}
				rowName={({ title }) => title}
				to={({ id }) => `/catalog/${id}`}
			/>
			{open === 'game' && <GameDialog onClose={close} onDone={({ id }) => navigate(`/catalog/${id}`)} />}
			{open === 'order' && games.data && (
				<OrderDialog items={games.data.results} send={sendGameOrder} onClose={close} />
			)}
		</Page>
	)
}
