// What stories look at on every page.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Axe finds nothing on the page as it is now. Legacy mode: there are no frames to look into, for which axe would open a page. */
export async function expectAccessible(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
	expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

/** Axe in a state that only this story reaches: nightly, as axe.spec checks every page in every run. */
export const expectStateAccessible = process.env.NIGHTLY ? expectAccessible : async () => {}
