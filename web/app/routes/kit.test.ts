// @vitest-environment node
import { expect, test, vi } from 'vitest'

const ask = async (env: string) => {
	vi.stubEnv('LAREK_ENV', env)
	vi.resetModules()
	const { loader } = await import('./kit.tsx')
	const args = { request: new Request('http://shop.test/ru/dev/kit') } as Parameters<typeof loader>[0]
	try {
		return loader(args)
	} catch (thrown) {
		return (thrown as { init: ResponseInit }).init.status
	}
}

test.each([
	['development', null],
	['production', 404],
	['', 404],
])('the page of all components with LAREK_ENV=%s', async (env, want) => {
	expect(await ask(env)).toBe(want)
})
