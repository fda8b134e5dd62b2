import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Alerts } from './Alerts.tsx'

const settings = {
	kinds: [
		{ kind: 'row', email: false, push: true },
		{ kind: 'late', email: false, push: false },
	],
	channels: ['email'],
	push_key: null,
	browsers: [] as string[],
	quiet_from: null,
	quiet_until: null,
	on_duty_only: false,
	report_hour: null,
	can_report: false,
}

afterEach(() => vi.unstubAllGlobals())

/** Shows these settings; a write is answered by `answer`. Returns what was sent. */
function show(answer: () => Response, shown: object = settings): unknown[] {
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (request: Request) => {
		if (request.method === 'GET') return Response.json(shown)
		sent.push(await request.json())
		return answer()
	})
	render(
		<QueryClientProvider client={new QueryClient()}>
			<Alerts />
		</QueryClientProvider>,
	)
	return sent
}

const done = () => new Response(null, { status: 204 })

/** A browser that can show pushes, and subscribes if the operator agrees. */
function stubPush(permission: NotificationPermission) {
	const json = { endpoint: 'https://push.test/1', keys: { p256dh: 'BA', auth: 'AA' } }
	const subscription = { endpoint: json.endpoint, toJSON: () => json, unsubscribe: vi.fn(async () => true) }
	let current: typeof subscription | null = null
	const subscribe = vi.fn(async () => {
		current = subscription
		return subscription
	})
	const registration = { installing: null, pushManager: { subscribe, getSubscription: async () => current } }
	const register = vi.fn(async () => registration)
	vi.stubGlobal('PushManager', class {})
	vi.stubGlobal('Notification', { requestPermission: async () => permission })
	vi.stubGlobal('navigator', {
		...navigator,
		serviceWorker: {
			register,
			getRegistration: async () => (register.mock.calls.length > 0 ? registration : undefined),
		},
	})
	return { register, subscribe, subscription }
}

const withPush = { ...settings, channels: ['email', 'push'], push_key: 'BKEY' }

test('a browser is subscribed with the key of the shop, once it is asked to', async () => {
	const { register, subscribe } = stubPush('granted')
	const sent = show(done, withPush)
	expect(await screen.findByText('В этот браузер уведомления не приходят.')).toBeInTheDocument()
	expect(screen.queryByRole('button', { name: 'Прислать пробное в браузер' })).toBeNull()
	expect(register).not.toHaveBeenCalled()
	await userEvent.click(screen.getByRole('button', { name: 'Включить здесь' }))
	await waitFor(() => expect(sent).toEqual([{ endpoint: 'https://push.test/1', p256dh: 'BA', auth: 'AA' }]))
	expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKEY' })
})

test('a browser that refuses says what to do, and nothing is sent', async () => {
	stubPush('denied')
	const sent = show(done, withPush)
	await userEvent.click(await screen.findByRole('button', { name: 'Включить здесь' }))
	expect(await screen.findByText(/Разрешите уведомления/)).toBeInTheDocument()
	expect(sent).toEqual([])
})

test('a subscribed browser is unsubscribed at the shop and here', async () => {
	const { register, subscribe, subscription } = stubPush('granted')
	await register()
	await subscribe()
	const sent = show(done, { ...withPush, browsers: ['https://push.test/1'] })
	await userEvent.click(await screen.findByRole('button', { name: 'Выключить здесь' }))
	await waitFor(() => expect(subscription.unsubscribe).toHaveBeenCalled())
	expect(sent).toEqual([{ endpoint: 'https://push.test/1' }])
})

test('a channel that the shop has not is hidden, and what was chosen for it stays', async () => {
	const sent = show(() => Response.json(settings))
	await userEvent.click(await screen.findByLabelText('Просроченные задачи: Почта'))
	expect(screen.queryByText('Браузер')).toBeNull()
	expect(screen.queryByLabelText('Утренний отчёт (МСК)')).toBeNull()
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	await waitFor(() => expect(sent).toHaveLength(1))
	expect(sent[0]).toEqual({
		email: ['late'],
		push: ['row'],
		quiet_from: null,
		quiet_until: null,
		on_duty_only: false,
		report_hour: null,
	})
})

test('a refused hour is marked, and nothing typed is lost', async () => {
	const field = { field: 'quiet_until', code: 'wrong_value', detail: 'Укажите два разных часа.' }
	show(() => Response.json({ code: 'invalid', detail: '', fields: [field] }, { status: 400 }))
	await userEvent.selectOptions(await screen.findByLabelText('Не беспокоить с (МСК)'), '22:00')
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	expect(await screen.findByText('Укажите два разных часа.')).toBeInTheDocument()
	expect(screen.getByLabelText('Не беспокоить до (МСК)')).toHaveAttribute('aria-invalid', 'true')
	expect(screen.getByLabelText('Не беспокоить с (МСК)')).toHaveValue('22')
})
