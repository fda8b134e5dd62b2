import { expect, test } from 'vitest'
import { groups, indexOf } from './articles.ts'

const rows = (published: Parameters<typeof indexOf>[0]) =>
	indexOf(published).map(({ title, links }) => [title(), ...links.map(({ slug }) => slug)])
const known = groups.flatMap(({ links }) => links.map(({ slug }) => slug)).filter((slug) => slug !== 'contacts')
const published = known.map((slug) => ({ slug: slug === 'TextBlock' ? 'text-block' : slug, header: slug }))

test('with nothing new the index has what it opened with', () => {
	expect(rows(published)).toEqual(rows(null))
	expect(rows(null).map(([title]) => title)).not.toContain('Ещё статьи')
})

test('a new article comes after the known ones, under its own header', () => {
	const index = indexOf([{ slug: 'night-shift', header: 'Ночная смена' }, ...published])
	expect(rows([{ slug: 'night-shift', header: 'Ночная смена' }, ...published]).at(-1)).toEqual([
		'Ещё статьи',
		'night-shift',
	])
	expect(index.at(-1)?.links[0]?.title()).toBe('Ночная смена')
})

test('a hidden article is left out, and a group of hidden ones too', () => {
	const slugs = rows(published.filter(({ slug }) => slug !== 'cookies')).flat()
	expect(slugs).not.toContain('cookies')
	expect(slugs).toContain('offer')
	expect(rows([])).toEqual([['О магазине', 'contacts']])
})
