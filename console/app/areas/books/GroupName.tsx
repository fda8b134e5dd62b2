import type { BookAccountName, TrialLine } from '@larek/api/admin/types.gen.ts'
import { m } from '~/paraglide/messages.js'

const groups = {
	money: m['book_group.money'],
	buyers: m['book_group.buyers'],
	supply: m['book_group.supply'],
	earned: m['book_group.earned'],
	spent: m['book_group.spent'],
	state: m['book_group.state'],
	position: m['book_group.position'],
	equity: m['book_group.equity'],
}

/** What an account is to the shop, in words. */
export function GroupName({ group }: { group: TrialLine['group'] }) {
	return <span className="text-muted">{groups[group]()}</span>
}

/** The title of an account and its owner: «Собрано провайдером, tbank». */
export const accountName = ({ account, title }: Pick<BookAccountName, 'account' | 'title'>): string => {
	const owner = account.split(':')[1]
	return owner ? `${title}, ${owner}` : title
}
