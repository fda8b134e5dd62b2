import type { BookAccountName, TrialLine } from '@larek/api/admin/types.gen.ts'
import { partnerName } from '~/api/names.ts'
import { bookGroup } from '~/paraglide/tables/book_group.ts'

const groups = bookGroup

/** The name of a group of accounts. */
export function GroupName({ group }: { group: TrialLine['group'] }) {
	return <span className="text-muted">{groups[group]()}</span>
}

/** The title of an account and its owner: «Собрано провайдером, Т-Банк». */
export const accountName = ({ account, title }: Pick<BookAccountName, 'account' | 'title'>): string => {
	const owner = account.split(':')[1]
	return owner ? `${title}, ${partnerName(owner)}` : title
}
