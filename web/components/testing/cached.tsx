import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** A wrapper with answers as if they had been read, by the path of their call. */
export function cached(answers: Readonly<Record<string, unknown>> = {}) {
  const client = new QueryClient()
  for (const [path, answer] of Object.entries(answers)) client.setQueryData([path], answer)
  return {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  }
}
