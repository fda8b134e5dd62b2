/** Where buyers have their mail; those further down are here so that they are not taken for slips. */
const domains = (
	'yandex.ru mail.ru gmail.com bk.ru inbox.ru list.ru ya.ru rambler.ru internet.ru icloud.com outlook.com hotmail.com ' +
	'yahoo.com vk.com proton.me protonmail.com lenta.ru tut.by yandex.by yandex.kz yandex.com mail.com ymail.com'
).split(' ')

/** The domain that was probably meant; undefined while it may still be typed, unless the field was left. */
export function meantDomain(email: string, isLeft: boolean): string | undefined {
	const typed = email.trim().toLowerCase().split('@')[1] ?? ''
	if (!/.\../.test(typed)) return undefined
	if (domains.some((known) => known === typed || (!isLeft && known.startsWith(typed)))) return undefined
	return typed.startsWith('gmail.') ? 'gmail.com' : domains.find((known) => isSlip(typed, known))
}

/** One letter is missing, too many or another, or two have changed places. Short names differ by one letter anyway. */
function isSlip(typed: string, meant: string): boolean {
	let start = 0
	while (start < typed.length && typed[start] === meant[start]) start++
	let end = 0
	while (end < Math.min(typed.length, meant.length) - start && typed.at(-1 - end) === meant.at(-1 - end)) end++
	const [is, was] = [typed, meant].map((text) => text.slice(start, text.length - end)) as [string, string]
	const isOne = is.length <= 1 && was.length <= 1
	const isSwap = is.length === 2 && was === `${is[1]}${is[0]}`
	const name = meant.indexOf('.')
	return (isOne || isSwap) && (name > 2 || start > name)
}
