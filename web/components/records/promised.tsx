import { useTranslation } from 'react-i18next'
import { PROMISED_HOURS } from '#shared/inquiries.ts'
import { useFromNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { spanOf } from '../time.tsx'
import './promised.css'

const MINUTE_MS = 60_000

/** Time left until the promised answer, in real time; once past, since when it is overdue. */
export function Promised({ since }: { since: string }) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const until = Date.parse(since) + PROMISED_HOURS * 60 * MINUTE_MS
  const left = useFromNow(now => Math.floor((until - now) / MINUTE_MS))
  const span = spanOf(Math.abs(left) * MINUTE_MS, language)
  return (
    <span className="promised" data-late={left < 0 || undefined}>
      {left < 0 ? t($ => $.promised.late, { span }) : t($ => $.promised.due, { span })}
    </span>
  )
}
