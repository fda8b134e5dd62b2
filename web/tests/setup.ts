import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({ asyncUtilTimeout: 10_000 })

const shop = 'Ларёк'
Object.assign(globalThis, { shopBrand: { version: 1, name: shop, line: '', mark: null, palette: null } })
if (typeof document !== 'undefined') document.documentElement.dataset.shop = shop

afterEach(() => {
	if (typeof document !== 'undefined') cleanup()
})
