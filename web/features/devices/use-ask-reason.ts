import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contracts/devices.ts'
import { type RunWithReason, useReasonQuestion } from '#web/components/use-reason-question.tsx'

type Grave = 'disable' | 'reset' | 'pair' | 'remove'

/** Asks before a change that takes devices offline; the customer is told the reason too. */
export function useAskReason() {
  const { t } = useTranslation('devices')
  const ask = useReasonQuestion()
  return (what: Grave, of: readonly Device[], run: RunWithReason): void => {
    const houses = of.flatMap(({ houseName }) => houseName ?? [])
    const code = of.length === 1 ? (of[0]?.code ?? '') : t($ => $.says, { count: of.length })
    const serves = houses.length > 0 ? [t($ => $.servesHouse, { house: houses.join(', ') })] : []
    ask(
      {
        title: t($ => $.ask[what], { code }),
        says: [t($ => $.consequence[what]), ...serves],
        reason: t($ => $.reason),
        ok: t($ => $[what]),
      },
      run,
    )
  }
}
