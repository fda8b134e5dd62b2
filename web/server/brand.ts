import { config } from './config.ts'

/** What the shop is called and looks like, as the API says. */
export interface Brand {
	version: number
	name: string
	line: string
	/** Address of the 640 px variant; null for the mark of the design. */
	mark: string | null
	/** Null for the colours of the design. */
	palette: { button: string; button_text: string; on_night: string; on_day: string } | null
	/** Only an open shop takes orders. */
	state: 'preparing' | 'open' | 'closed'
	/** For visitors of a closed shop, such as until when. */
	note: string | null
}

const unnamed: Brand = {
	version: 0,
	name: 'Магазин',
	line: 'Игровая валюта, ключи и подарки',
	mark: null,
	palette: null,
	// Without the API no page is whole anyway, and nobody orders.
	state: 'open',
	note: null,
}

// On the global object: the server and the build it renders with have a copy of this module each.
const globals = globalThis as unknown as { shopBrand: Brand }
globals.shopBrand ??= unnamed

/** The brand read last. */
export const currentBrand = (): Brand => globals.shopBrand

/** Reads the brand, before each page is rendered: the API has it in memory. */
export async function refreshBrand(): Promise<Brand> {
	const response = await fetch(`${config.apiOrigin}/api/brand/`, {
		headers: config.edgeSecret ? { 'X-Edge-Secret': config.edgeSecret } : {},
		signal: AbortSignal.timeout(5_000),
	})
	if (!response.ok) throw new Error(`the brand: ${response.status}`)
	globals.shopBrand = (await response.json()) as Brand
	return globals.shopBrand
}

/** The style of a document: what differs from packages/ui/tokens.css, nothing for the design as it is. */
export function brandStyle({ mark, palette }: Brand): string {
	let style = ''
	if (palette) {
		const text = (colour: string, more = '') => `{--color-lamp-text:${colour};--color-lamp-line:${colour}${more}}`
		const drawnMark = mark ? '' : `;--lamp-shine:#fff;--lamp-shade:${palette.on_day}`
		style =
			`:root{--color-lamp:${palette.button};--color-lamp-ink:${palette.button_text}${drawnMark}}` +
			`:root,.always-night${text(palette.on_night)}` +
			`@media(prefers-color-scheme:light){:root:root${text(palette.on_day, `;--color-glow:${palette.button}2e`)}}`
	}
	if (mark) style += `.lamp-mark{background:url(${markAt(mark, 160)}) center/cover;box-shadow:none}`
	return style
}

/** A picture never changes at its address. */
export const markAt = (mark: string, width: 160 | 320 | 640) => mark.replace(/640\.png$/, `${width}.png`)

const icons: Record<string, 160 | 320 | 640> = {
	'/favicon.png': 160,
	'/favicon.svg': 160,
	'/icon-180.png': 320,
	'/icon-512.png': 640,
}

/** Where the icon at a path is, if the shop has a mark: browsers ask for icons at the same addresses in every shop. */
export async function iconOf(path: string): Promise<string | undefined> {
	const width = icons[path]
	if (!width) return undefined
	const { mark } = await refreshBrand().catch(currentBrand)
	return mark ? markAt(mark, width) : undefined
}
