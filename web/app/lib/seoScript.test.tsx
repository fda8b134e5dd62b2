import { render } from '@testing-library/react'
import { createRoutesStub, Meta } from 'react-router'
import { expect, test } from 'vitest'
import { seo } from './seo.ts'

test('data for search engines cannot end its own script', () => {
	const name = '</script><script>alert(1)</script><!--'
	const page = { title: 'Игры', description: name, path: '/ru', origin: 'https://s.example', things: [{ name }] }
	const Page = createRoutesStub([{ path: '/', Component: Meta, meta: () => seo(page) }])
	render(<Page />)
	const [script, ...others] = document.querySelectorAll('script')
	expect(others).toEqual([])
	expect(script?.type).toBe('application/ld+json')
	expect(script?.innerHTML).not.toMatch(/[<>]/)
	expect(JSON.parse(script?.innerHTML ?? '')).toEqual({ '@context': 'https://schema.org', name })
})
