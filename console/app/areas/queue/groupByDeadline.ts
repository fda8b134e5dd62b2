export type GroupName = 'late' | 'hour' | 'later'

export interface Group<Row> {
	name: GroupName
	rows: Row[]
}

const hour = 3_600_000

/** Late, due within an hour, and the rest; the order inside is the server's. Empty groups are left out. */
export function groupByDeadline<Row>(rows: Row[], dueOf: (row: Row) => Date, now: Date): Group<Row>[] {
	const groups: Record<GroupName, Row[]> = { late: [], hour: [], later: [] }
	for (const row of rows) groups[nameOf(dueOf(row), now)].push(row)
	const names: GroupName[] = ['late', 'hour', 'later']
	return names.map((name) => ({ name, rows: groups[name] })).filter(({ rows }) => rows.length > 0)
}

function nameOf(due: Date, now: Date): GroupName {
	const left = due.getTime() - now.getTime()
	if (left <= 0) return 'late'
	return left <= hour ? 'hour' : 'later'
}
