import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AlarmAnswer } from '#shared/alarm-chain.ts'
import type { Cause } from '#shared/alarms.ts'
import { type Alarm, type AlarmDetail, alarms } from '#shared/contracts/alarms.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { ALARM_PATHS } from '#web/data/live/news.ts'
import { readAgain } from '#web/data/queries.ts'

/** The note of a step; omitted if nothing was written. */
const noted = (note: string) => (note.trim() ? { note: note.trim() } : {})

/** Takes steps on an alarm and its line; the answer shows at once, lists and counts are read again. */
export function useStep(id: string, line: readonly Alarm[]) {
  const { t } = useTranslation('alarms')
  const cache = useQueryClient()
  const { busy, submit } = useSubmit({ success: t($ => $.done) })
  const params = { id }
  const also = line.flatMap(other => (other.id === id ? [] : other.id))
  const said = (note: string) => ({ ...noted(note), ...(also.length > 0 && { also }) })
  const keep = (shown: AlarmDetail) => cache.setQueryData([alarms.get.path, id], shown)
  const run = (change: () => Promise<AlarmDetail>) => submit(async () => keep(await change()))
  return {
    busy,
    /** Silent: just looking needs no response. A failure is retried at the next opening. */
    see: () =>
      call(alarms.seen, { params, body: said('') }).then(
        shown => {
          keep(shown)
          void readAgain(cache, ALARM_PATHS)
        },
        () => undefined,
      ),
    /** What the viewer says for themselves, whoever was first. */
    answer: (answer: AlarmAnswer, note: string) =>
      run(() => call(alarms.answer, { params, body: { answer, ...said(note) } })),
    /** Has nobody told of it for a while. */
    shelve: (minutes: number, reason: string) =>
      run(() => call(alarms.shelve, { params, body: { minutes, reason: reason.trim() } })),
    unshelve: () => run(() => call(alarms.unshelve, { params, body: {} })),
    /** Gives the cause: closes what has cleared; what still stands closes by itself later. */
    close: (cause: Cause, note: string, { condition, handling }: Pick<Alarm, 'condition' | 'handling'>) => {
      const isClosing = condition === 'cleared' && handling !== 'solved'
      return run(() =>
        call(isClosing ? alarms.solve : alarms.cause, { params, body: { cause, ...said(note) } }),
      )
    },
  }
}
