import { dayOf } from '#shared/dates.ts'
import type { Language } from '#shared/text.ts'
import { useZone } from '#web/components/time.tsx'

/** Formats an article's date, in the language shown. */
export function useDay(): (at: string, language: Language) => string {
  const zone = useZone()
  return (at, language) => dayOf(new Date(at), language, zone)
}
