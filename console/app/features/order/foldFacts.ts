/** A run of the same fact, newest first: the first is shown, the others can be unfolded. */
export interface Fold<Fact> {
	first: Fact
	rest: Fact[]
}

/**
 * Joins neighbours that say the same: a supplier asked thirty times is one row. `sameAs` gives what makes facts equal,
 * or nothing for a fact that always stands alone.
 */
export function foldFacts<Fact>(facts: Fact[], sameAs: (fact: Fact) => string | undefined): Fold<Fact>[] {
	const folds: Fold<Fact>[] = []
	let last: string | undefined
	for (const fact of facts) {
		const key = sameAs(fact)
		const open = folds.at(-1)
		if (open && key !== undefined && key === last) open.rest.push(fact)
		else folds.push({ first: fact, rest: [] })
		last = key
	}
	return folds
}
