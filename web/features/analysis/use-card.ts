import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import {
  type AnalysisCard,
  type AnalysisCardName,
  type AnalysisLine,
  analysis,
} from '#shared/contracts/analysis.ts'
import { endOfDay, instantOf } from '#shared/zone-time.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { type Asked, usePeriod } from './use-period.ts'

/** Counts are prepared every 15 minutes; a customer that stops sharing drops out at once. ms */
const REREAD_MS = 60_000

const reads: Readonly<Record<AnalysisCardName, (query: Asked) => Promise<AnalysisCard>>> = {
  customers: query => call(analysis.customers, { query }),
  devices: query => call(analysis.devices, { query }),
  alarms: query => call(analysis.alarms, { query }),
  questions: query => call(analysis.questions, { query }),
  repairs: query => call(analysis.repairs, { query }),
  inquiries: query => call(analysis.inquiries, { query }),
  orders: query => call(analysis.orders, { query }),
  articles: query => call(analysis.articles, { query }),
  screens: query => call(analysis.screens, { query }),
}

/** A card for the period in the address; null if the viewer may not read its list. */
export function useCard(name: AnalysisCardName): UseQueryResult<AnalysisCard> | null {
  const { asked } = usePeriod()
  const endpoint = analysis[name]
  const may = useMayCall(endpoint)
  const result = useQuery({
    queryKey: [endpoint.path, asked],
    queryFn: () => reads[name](asked),
    placeholderData: keepPreviousData,
    refetchInterval: REREAD_MS,
    enabled: may,
  })
  return may ? result : null
}

/** The lines of one kind, with the names of what they count. */
export const linesIn = ({ lines }: AnalysisCard, kind: AnalysisLine['kind']): AnalysisLine[] =>
  lines.filter(line => line.kind === kind)

/** The sum of all lines. */
export function summed(lines: readonly AnalysisLine[], { days }: AnalysisCard) {
  const sum = (of: (line: AnalysisLine) => number) => lines.reduce((all, line) => all + of(line), 0)
  return {
    now: sum(({ now }) => now),
    before: sum(({ before }) => before),
    values: days.map((_, i) => sum(({ values }) => values[i] ?? 0)),
  }
}

/** The days of a card as list filters: from first to last moment, by the provider's clock. */
export const spanOf = ({ from, to, timeZone }: AnalysisCard) => ({
  from: String(instantOf(`${from}T00:00`, timeZone)),
  to: String(endOfDay(to, timeZone)),
})
