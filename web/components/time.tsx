import { useTranslation } from 'react-i18next'
import { clockOf, dayOf, momentOf, nearMomentOf, offsetOf } from '#shared/dates.ts'
import type { Language } from '#shared/text.ts'
import { useFromNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const formats = new Map<string, unknown>()

/** Caches a formatter by key: making one takes longer than using it a thousand times. */
function known<F>(key: string, make: () => F): F {
  const found = (formats.get(key) as F | undefined) ?? make()
  formats.set(key, found)
  return found
}

/** A span as people say it, `2s ago`, in whole steps; a future moment, from a wrong clock, is now. */
export function ageOf(span: number, language: Language): string {
  const format = known(
    `age ${language}`,
    () => new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric: 'always' }),
  )
  const past = Math.max(span, 0)
  if (past < MINUTE) return format.format(-Math.floor(past / 1_000), 'second')
  if (past < HOUR) return format.format(-Math.floor(past / MINUTE), 'minute')
  if (past < 2 * DAY) return format.format(-Math.floor(past / HOUR), 'hour')
  return format.format(-Math.floor(past / DAY), 'day')
}

/** A duration in at most two units: `4 min`, `1 h 57 min`, `1 d 4 h`, `3小时8分钟`. */
export function spanOf(ms: number, language: Language): string {
  const say = (value: number, unit: 'second' | 'minute' | 'hour' | 'day') =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: language === 'zh-CN' ? 'long' : 'short',
    }).format(value)
  const past = Math.max(ms, 0)
  const [days, hours, minutes] = [
    Math.floor(past / DAY),
    Math.floor((past % DAY) / HOUR),
    Math.floor((past % HOUR) / MINUTE),
  ]
  const space = language === 'zh-CN' ? '' : ' '
  if (days > 0) return hours > 0 ? `${say(days, 'day')}${space}${say(hours, 'hour')}` : say(days, 'day')
  if (hours > 0)
    return minutes > 0 ? `${say(hours, 'hour')}${space}${say(minutes, 'minute')}` : say(hours, 'hour')
  if (minutes > 0) return say(minutes, 'minute')
  return say(Math.floor(past / 1_000), 'second')
}

/** The reader's time zone, else the browser's. */
export const useZone = (): string =>
  useSession(({ user }) => user?.timeZone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** How long ago something was, counting up; the moment with its zone on hover. `at` in ms since 1970 or ISO 8601. */
export function Age({ at }: { at: number | string | null }) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const ms = typeof at === 'string' ? Date.parse(at) : at
  const text = useFromNow(now => (ms === null ? null : ageOf(now - ms, language)))
  if (ms === null || text === null) return <span className="caption">{t($ => $.never)}</span>
  const moment = new Date(ms)
  return (
    <time
      className="num"
      dateTime={moment.toISOString()}
      title={`${momentOf(moment, language, zone)} ${zone ?? ''}`}
    >
      {text}
    </time>
  )
}

/** A moment by a house's clock as short as it can be: its time today, before that with the day. ms since 1970 */
export function useNearMoment(at: number | null, timeZone: string): string | null {
  const language = usePreferences(({ language }) => language)
  return useFromNow(now => (at === null ? null : nearMomentOf(at, now, language, timeZone)))
}

/** A moment in the viewer's time zone, which shows on hover. */
export function Moment({ at }: { at: string }) {
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  return (
    <time className="num" dateTime={at} title={zone}>
      {momentOf(new Date(at), language, zone)}
    </time>
  )
}

/**
 * A moment by the clock of a house, where everybody reads the same; with its zone where the reader's clock shows another
 * time. `at` in ISO 8601.
 */
export function HouseMoment({ at, timeZone }: { at: string; timeZone: string }) {
  const language = usePreferences(({ language }) => language)
  const moment = new Date(at)
  const [offset, own] = [offsetOf(moment, timeZone), offsetOf(moment, useZone())]
  return (
    <time className="num" dateTime={at} title={timeZone}>
      {dayOf(moment, language, timeZone)} {clockOf(moment, timeZone)}
      {offset !== own && ` (${offset})`}
    </time>
  )
}
