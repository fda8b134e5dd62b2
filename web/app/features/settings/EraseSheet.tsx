import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { useEffect, useId } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import { FormError } from '~/components/FormError.tsx'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'
import type { SettingsResult } from './settings.ts'

/** Says what is erased and what stays, and asks for confirmation. */
export default function EraseSheet({ onClose }: { onClose: () => void }) {
	const fetcher = useFetcher<SettingsResult>()
	const user = useUser()
	const form = useId()
	const isBusy = fetcher.state !== 'idle'
	const error = isBusy ? undefined : fetcher.data?.error
	const isAskedAgain = fetcher.data?.isAskedAgain
	useEffect(() => {
		if (isAskedAgain) onClose()
	}, [isAskedAgain, onClose])
	return (
		<Dialog
			open
			title={m['settings.erase_title']()}
			onClose={onClose}
			footer={
				<>
					<Button className="flex-1" onClick={onClose}>
						{m['settings.erase_keep']()}
					</Button>
					<Button type="submit" form={form} className="flex-1 border-coral! px-3! text-coral!" busy={isBusy}>
						{m['settings.erase_go']()}
					</Button>
				</>
			}
		>
			<p>{m['settings.erase_goes']()}</p>
			<p className="mt-3 text-muted">{m['settings.erase_stays']()}</p>
			<fetcher.Form id={form} method="post">
				<input type="hidden" name="intent" value="erase" />
				{user && parseMoney(user.balance) > 0 && <GiveUp key={user.balance} sum={user.balance} />}
				<label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3">
					<input type="checkbox" name="sure" className="tick" aria-describedby="erase-note" />
					{m['settings.erase_sure']()}
				</label>
			</fetcher.Form>
			<FormError id="erase-note" className="mt-2">
				{error}
			</FormError>
		</Dialog>
	)
}

/** Offers to give up the balance. A balance that has changed meanwhile is confirmed anew. */
function GiveUp({ sum }: { sum: string }) {
	const shown = formatMoney(parseMoney(sum), 'RUB', { exact: true })
	return (
		<>
			<p className="mt-3">{m['settings.erase_balance']({ sum: shown })}</p>
			<label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3">
				<input type="checkbox" name="giveUp" value={sum} className="tick" aria-describedby="erase-note" />
				{m['settings.erase_give_up']({ sum: shown })}
			</label>
		</>
	)
}
