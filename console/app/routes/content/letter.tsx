import { useParams } from 'react-router'
import { Page } from '~/kit/Page.tsx'
import { Read } from '~/kit/Read.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { isLetter, letterName } from './letterLabels.ts'
import { useLetter } from './letterQueries.ts'
import { LetterEditor } from './parts/LetterEditor.tsx'

/** One kind of letter: what it says beside how it comes. */
export default function Letter() {
	const { kind = '' } = useParams()
	if (isLetter(kind)) return <Known key={kind} kind={kind} />
	return (
		<Page title={m['letters.kind']()} parent={letters()}>
			<Empty title={m['errors.not_found']()} />
		</Page>
	)
}

const letters = () => ({ to: '/content?tab=letters', title: m['content.letters']() })

function Known({ kind }: { kind: Parameters<typeof useLetter>[0] }) {
	const letter = useLetter(kind)
	if (letter.data) return <LetterEditor letter={letter.data} parent={letters()} />
	return (
		<Page title={letterName(kind)} parent={letters()}>
			<Read query={letter} skeleton={<SkeletonCards />}>
				{() => null}
			</Read>
		</Page>
	)
}
