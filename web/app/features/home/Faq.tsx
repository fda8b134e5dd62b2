import { m } from '~/paraglide/messages.js'
import { QuestionList } from './QuestionList.tsx'

/** Questions about the whole shop; those about a game are on its page. */
export const questions = [
	{ text: m['faq.account'], answer: m['faq.account_answer'] },
	{ text: m['faq.when'], answer: m['faq.when_answer'] },
	{ text: m['faq.mistake'], answer: m['faq.mistake_answer'] },
	{ text: m['faq.lost'], answer: m['faq.lost_answer'] },
	{ text: m['faq.refund'], answer: m['faq.refund_answer'] },
]

export function Faq() {
	return <QuestionList questions={questions.map(({ text, answer }) => ({ text: text(), answer: answer() }))} />
}
