/** Russian forms: 1 заказ, 2 заказа, 5 заказов. Texts with a number in them are better off in messages/ru.json. */
export function plural(n: number, one: string, few: string, many: string): string {
	const tens = Math.abs(n) % 100
	const units = tens % 10
	if (tens > 10 && tens < 20) return many
	if (units === 1) return one
	if (units > 1 && units < 5) return few
	return many
}
