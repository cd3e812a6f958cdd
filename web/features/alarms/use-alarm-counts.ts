import { useQuery } from '@tanstack/react-query'
import { type AlarmCounts, alarms } from '#shared/contracts/alarms.ts'
import { call } from '#web/data/client.ts'

/** Others may take a step meanwhile. ms */
const REREAD_MS = 15_000

/** Alarm counts on each axis, under the filters that are not an axis. */
export function useAlarmCounts(filters: Readonly<Record<string, string>>): AlarmCounts | undefined {
  const { condition: _, handling: __, open: ___, ...narrowing } = filters
  const { data } = useQuery({
    queryKey: [alarms.counts.path, narrowing],
    queryFn: () => call(alarms.counts, { query: narrowing as never }),
    placeholderData: previous => previous,
    refetchInterval: REREAD_MS,
  })
  return data
}
