import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { ChargebackDialog } from './ChargebackDialog.tsx'
import { bank } from './names.ts'
import { TopUpDialog } from './TopUpDialog.tsx'

/** Records money movements that no registry contains: a supplier top-up or a chargeback. */
export function RecordButton({ side, party }: { side: string; party: string }) {
	const [isOpen, setOpen] = useState(false)
	const may = useMay()
	const isSupplier = side === 'suppliers'
	if (side === bank || !may(isSupplier ? 'recon.write' : 'chargeback.write')) return null
	const close = () => setOpen(false)
	return (
		<>
			<Button icon={PenLine} onClick={() => setOpen(true)}>
				{isSupplier ? m['recon.topup_new']() : m['recon.chargeback_new']()}
			</Button>
			{isOpen &&
				(isSupplier ? (
					<TopUpDialog supplier={party} onClose={close} />
				) : (
					<ChargebackDialog provider={party} onClose={close} />
				))}
		</>
	)
}
