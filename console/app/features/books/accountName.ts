import type { BookAccountName } from '@larek/api/admin/types.gen.ts'

/** An account in words, with whose it is: «Собрано провайдером, tbank». */
export const accountName = ({ account, title }: Pick<BookAccountName, 'account' | 'title'>): string => {
	const owner = account.split(':')[1]
	return owner ? `${title}, ${owner}` : title
}
