import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '#web/data/queries.ts'
import { useShownTheme } from './shown-theme.ts'

/** Wraps every page: theme and the cache of server data. antd comes with the pages drawn with it. */
export function Providers({ children }: { children: ReactNode }) {
  useShownTheme()
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
}
