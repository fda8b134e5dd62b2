import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { Page } from '~/kit/Page.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { m } from '~/paraglide/messages.js'
import { BatchList } from './BatchList.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { GenerateDialog } from './GenerateDialog.tsx'
import { PromoList } from './PromoList.tsx'

/** Promo codes and batches of them. */
export default function Promo() {
	const [tab] = useSearchState('tab')
	const [open, setOpen] = useState<'code' | 'batch'>()
	const may = useMay()
	const navigate = useNavigate()
	const close = () => setOpen(undefined)
	const tabs = [
		{ value: 'codes', label: m['promo.codes']() },
		{ value: 'batches', label: m['promo.batches']() },
	]
	return (
		<Page
			title={m['promo.title']()}
			beside={
				<Chips
					joined
					label={m['promo.title']()}
					chips={tabs}
					value={tab ?? 'codes'}
					onChange={(value) => navigate(value === 'codes' ? '/promo' : '/promo?tab=batches')}
				/>
			}
			actions={
				may('promo.write') && (
					<>
						<Button icon={Layers} onClick={() => setOpen('batch')}>
							{m['promo.generate']()}
						</Button>
						<Button look="lamp" icon={Plus} onClick={() => setOpen('code')}>
							{m['promo.new']()}
						</Button>
					</>
				)
			}
		>
			{tab === 'batches' ? <BatchList /> : <PromoList />}
			{open === 'code' && <CreateDialog onClose={close} onDone={({ id }) => navigate(`/promo/${id}`)} />}
			{open === 'batch' && <GenerateDialog onClose={close} onDone={() => navigate('/promo?tab=batches')} />}
		</Page>
	)
}
