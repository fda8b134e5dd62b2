import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { config } from 'zod/mini'
import { ResponseError } from '~/api/problem.ts'
import { listenForHotkeys } from '~/kit/hotkeys.ts'
import { Toaster } from '~/kit/Toaster.tsx'
import { m } from '~/paraglide/messages.js'

// Default messages of zod, which are in English otherwise.
config({ customError: () => m['kit.wrong_value']() })

/** Retries only failed or missing responses, never 4xx. */
function shouldRetry(count: number, error: Error): boolean {
	return count < 2 && !(error instanceof ResponseError && error.status < 500)
}

const createQueries = () =>
	new QueryClient({
		defaultOptions: {
			queries: { retry: shouldRetry, staleTime: 5_000, refetchOnWindowFocus: true },
			mutations: { retry: false },
		},
	})

/** Providers of the whole console: query cache, hotkeys, toasts. */
export function Providers({ children }: { children: ReactNode }) {
	const [queries] = useState(createQueries)
	useEffect(() => listenForHotkeys(), [])
	return (
		// The content policy forbids style elements; the few rules they would hold are in app/styles.
		<CSPProvider disableStyleElements>
			<QueryClientProvider client={queries}>
				{children}
				<Toaster />
			</QueryClientProvider>
		</CSPProvider>
	)
}
