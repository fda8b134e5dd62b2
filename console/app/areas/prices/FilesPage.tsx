import { useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Page } from '~/kit/Page.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { fileColumns } from './fileColumns.tsx'
import { usePriceFiles } from './files.ts'
import { UploadButton } from './UploadButton.tsx'

/** Uploaded price files, and a button to upload another one. */
export default function PriceFiles() {
	const may = useMay()
	const [params] = useSearchParams()
	const files = usePriceFiles(params.get('cursor'))
	return (
		<Page
			title={m['prices.files']()}
			parent={{ to: '/prices', title: m['prices.title']() }}
			actions={may('price.write') && <UploadButton />}
		>
			<p className="mb-4 max-w-180 text-muted">{m['prices.files_how']()}</p>
			<QueryTable
				query={files}
				skeleton={6}
				empty={<Empty title={m['prices.no_files']()} hint={m['prices.no_files_hint']()} />}
				label={m['prices.files']()}
				columns={fileColumns()}
				rowKey={({ id }) => String(id)}
				rowName={({ name }) => name}
				to={({ id }) => `/prices/files/${id}`}
			/>
		</Page>
	)
}
