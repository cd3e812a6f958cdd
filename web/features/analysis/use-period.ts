import { analysisDays, USUAL_ANALYSIS } from '#shared/analysis.ts'
import { useScreen } from '#web/components/screen-context.tsx'

export type Preset = (typeof analysisDays)[number]
/** The period requested for the cards. */
export type Asked = { days: Preset } | { from: string; to: string }

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')

/** The period in the address. */
export function usePeriod(): { asked: Asked; choose: (asked: Asked) => void } {
  const { search, setSearch } = useScreen()
  const { from, to } = search
  const days = analysisDays.find(known => known === search.days) ?? USUAL_ANALYSIS
  return {
    asked: isDay(from) && isDay(to) && from <= to ? { from, to } : { days },
    choose: asked =>
      setSearch(
        'days' in asked
          ? { days: asked.days === USUAL_ANALYSIS ? undefined : asked.days, from: undefined, to: undefined }
          : { days: undefined, from: asked.from, to: asked.to },
      ),
  }
}
