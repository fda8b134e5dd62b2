import { providerMark } from './providers.ts'

/** A small plate with a letter or two; the name stands beside it. */
export function ProviderMark({ provider }: { provider: string }) {
	return (
		<span
			aria-hidden="true"
			className="grid size-8 shrink-0 place-items-center rounded-tag border border-line bg-shelf text-xs font-extrabold text-fore"
		>
			{providerMark(provider)}
		</span>
	)
}
