import { useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Page } from '~/kit/Page.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { fileColumns } from './fileColumns.tsx'
import { usePriceFiles } from './files.ts'
import { UploadButton } from './UploadButton.tsx'

/** Files of prices that were loaded, and a place to load another one. */
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
			<QueryBoundary query={files} skeleton={<SkeletonRows rows={6} />}>
				{({ results, next, previous }) =>
					results.length === 0 ? (
						<Empty title={m['prices.no_files']()} hint={m['prices.no_files_hint']()} />
					) : (
						<Table
							label={m['prices.files']()}
							columns={fileColumns()}
							rows={results}
							rowKey={({ id }) => String(id)}
							rowName={({ name }) => name}
							to={({ id }) => `/prices/files/${id}`}
							footer={<Pager next={next} previous={previous} />}
						/>
					)
				}
			</QueryBoundary>
		</Page>
	)
}
