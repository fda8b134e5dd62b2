import { useNavigate } from 'react-router'
import { Chips } from '~/kit/Chips.tsx'
import { Page } from '~/kit/Page.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { m } from '~/paraglide/messages.js'
import { Articles } from './Articles.tsx'
import { Banners } from './Banners.tsx'
import { Contacts } from './Contacts.tsx'
import { Letters } from './Letters.tsx'
import { Questions } from './Questions.tsx'

const tabs = { articles: Articles, questions: Questions, banners: Banners, contacts: Contacts, letters: Letters }
const labels = {
	articles: m['content.articles'],
	questions: m['content.questions'],
	banners: m['content.banners'],
	contacts: m['content.contacts'],
	letters: m['content.letters'],
}
type Tab = keyof typeof tabs

/** Texts of the shop other than goods: articles, questions about games, banners, contacts and emails. */
export default function Content() {
	const [asked] = useSearchState('tab')
	const navigate = useNavigate()
	const tab: Tab = asked && asked in tabs ? (asked as Tab) : 'articles'
	const Shown = tabs[tab]
	return (
		<Page
			title={m['content.title']()}
			beside={
				<Chips
					joined
					label={m['content.title']()}
					chips={(Object.keys(tabs) as Tab[]).map((value) => ({ value, label: labels[value]() }))}
					value={tab}
					onChange={(value) => navigate(value === 'articles' ? '/content' : `/content?tab=${value}`)}
				/>
			}
		>
			<Shown />
		</Page>
	)
}
