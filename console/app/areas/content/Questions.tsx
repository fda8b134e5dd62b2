import type { QuestionRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { useGameOptions } from '~/common/games.ts'
import { SelectField } from '~/kit/fields.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { Bar } from './Bar.tsx'
import { Pieces } from './Pieces.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'
import { useQuestions } from './queries.ts'
import { Versions } from './Versions.tsx'

/** Frequently asked questions of one game. */
export function Questions() {
	const games = useGameOptions()
	const [asked, setAsked] = useSearchState('game')
	const game = asked ?? games[0]?.value
	const gameId = game === undefined ? undefined : Number(game)
	const questions = useQuestions(gameId)
	const [editing, setEditing] = useState<QuestionRow | 'new'>()
	const [looking, setLooking] = useState<QuestionRow>()
	return (
		<>
			<Bar label={m['content.new_question']()} onNew={() => setEditing('new')}>
				<div className="w-72 max-md:w-full">
					<SelectField
						label={m['content.game']()}
						options={games}
						value={game}
						onChange={({ target }) => setAsked(target.value)}
					/>
				</div>
			</Bar>
			<QueryBoundary query={questions} skeleton={<SkeletonRows rows={6} />}>
				{({ results }) =>
					results.length === 0 ? (
						<Empty title={m['content.empty_questions']()} hint={m['content.empty_questions_hint']()} />
					) : (
						<Pieces
							kind="question"
							label={m['content.questions']()}
							rows={results}
							name={({ text }) => text}
							onEdit={setEditing}
							onVersions={setLooking}
						>
							{({ text, answer, isActive }) => (
								<>
									<p className="flex flex-wrap items-center gap-2 font-semibold">
										{text}
										{!isActive && <Pill>{m['content.hidden_many']()}</Pill>}
									</p>
									<p className="mt-0.5 whitespace-pre-line text-muted">{answer}</p>
								</>
							)}
						</Pieces>
					)
				}
			</QueryBoundary>
			{editing && gameId !== undefined && (
				<QuestionDialog
					gameId={gameId}
					row={editing === 'new' ? undefined : editing}
					onClose={() => setEditing(undefined)}
				/>
			)}
			{looking && (
				<Versions
					kind="question"
					object={String(looking.id)}
					version={looking.version}
					onClose={() => setLooking(undefined)}
				/>
			)}
		</>
	)
}
