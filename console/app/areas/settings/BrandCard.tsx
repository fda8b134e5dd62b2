import type { BrandSettings } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { Button } from '~/kit/Button.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'
import { historyOf } from './labels.ts'

/** What the shop is called and looks like. */
export function BrandCard({ brand, onChange }: { brand: BrandSettings; onChange: () => void }) {
	const title = m['settings.brand']()
	return (
		<Card
			title={title}
			aside={
				<Button size="small" aria-label={m['settings.change_of']({ area: title })} onClick={onChange}>
					{m['settings.change']()}
				</Button>
			}
		>
			<Details wide>
				<Detail name={m['settings.brand_name']()}>{brand.name}</Detail>
				<Detail name={m['settings.brand_latin']()}>{brand.latin}</Detail>
				<Detail name={m['settings.brand_line']()}>{brand.line}</Detail>
				<Detail name={m['settings.brand_mark']()}>
					{brand.markUrl ? m['settings.brand_mark_own']() : m['settings.brand_mark_none']()}
				</Detail>
				<Detail name={m['settings.brand_accent']()}>
					{brand.accent ? <Swatch colour={brand.accent} /> : m['settings.brand_accent_none']()}
				</Detail>
			</Details>
			<p className="mt-2.5 text-xs text-muted">
				<Link className="text-sky underline underline-offset-3" to={historyOf('brand')}>
					{m['settings.history']()}
				</Link>
			</p>
		</Card>
	)
}

/** A colour and its digits. */
export function Swatch({ colour }: { colour: string }) {
	return (
		<span className="inline-flex items-center gap-2">
			<span
				className="size-4 flex-none rounded-tag border border-line"
				style={{ background: colour }}
				aria-hidden="true"
			/>
			<span className="tabular-nums">{colour}</span>
		</span>
	)
}
