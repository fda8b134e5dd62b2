import { useParams } from 'react-router'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { LetterEditor } from './LetterEditor.tsx'
import { isLetter, letterName } from './labels.ts'
import { useLetter } from './queries.ts'

/** One kind of email: its texts next to the preview. */
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
			<QueryBoundary query={letter} skeleton={<SkeletonCards />}>
				{() => null}
			</QueryBoundary>
		</Page>
	)
}
