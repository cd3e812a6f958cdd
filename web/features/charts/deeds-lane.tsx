import { Tooltip } from 'antd'
import { type LucideIcon, NotebookPen, Pill, SlidersHorizontal, Syringe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { HouseDeed } from '#shared/contracts/houses.ts'
import { dateOf, momentOf } from '#shared/dates.ts'
import { treatmentKindNames } from '#shared/flocks.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { settingGroupNames } from '#shared/signals.ts'
import { dateIn } from '#shared/zone-time.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { clustersOf } from './marks.ts'
import type { TimeWindow } from './period.ts'

const icons: Record<HouseDeed['kind'], LucideIcon> = {
  setting: SlidersHorizontal,
  note: NotebookPen,
  medicine: Pill,
  vaccine: Syringe,
}
/** Lines in one mark's tooltip. */
const SAID = 8

/** What was done, when and by whom, as one line. */
function useDeedWords(timeZone: string): (deed: HouseDeed) => string {
  const { t } = useTranslation('charts')
  const language = usePreferences(({ language }) => language)
  return ({ kind, says, who, at }) => {
    const moment = new Date(at)
    if (kind === 'setting') {
      const group = settingGroupNames[says as keyof typeof settingGroupNames]?.[language] ?? says
      return [t($ => $.deeds.setting, { group }), who, momentOf(moment, language, timeZone)]
        .filter(Boolean)
        .join(' · ')
    }
    const name = kind === 'note' ? t($ => $.deeds.note) : treatmentKindNames[kind][language]
    const day = dateOf(dateIn(timeZone, moment.getTime()), language)
    return [`${name}: ${says}`, who, day].filter(Boolean).join(' · ')
  }
}

interface Props {
  houseId: string
  deeds: readonly HouseDeed[]
  shown: TimeWindow
  timeZone: string
  inset: [number, number]
}

/** What people did in the time shown, above the plot: a mark leads to the settings, or to the flock concerned. */
export function DeedsLane({ houseId, deeds, shown, timeZone, inset }: Props) {
  const { open, exists } = useScreen()
  const wordsOf = useDeedWords(timeZone)
  const goTo = ({ kind, flockId }: HouseDeed) => {
    if (!exists(kind === 'setting' ? paths.settings : paths.flocks)) return
    open(kind === 'setting' ? hrefOf(paths.settings, { houseId }) : hrefOf(paths.flocks, { id: flockId }))
  }
  return (
    <div className="chart-lane" style={{ marginLeft: inset[0], marginRight: inset[1] }}>
      {clustersOf(deeds, ({ at }) => Date.parse(at), shown).map(({ place, items }) => {
        const [first] = items
        if (!first) return null
        const says = items.slice(0, SAID).map(wordsOf)
        const Icon = icons[first.kind]
        return (
          <Tooltip key={first.id} title={says.map(line => <div key={line}>{line}</div>)}>
            <button
              type="button"
              className="chart-mark"
              style={{ left: `${place * 100}%` }}
              aria-label={says.join('; ')}
              onClick={() => goTo(first)}
            >
              <Icon size={14} aria-hidden />
              {items.length > 1 && <b className="num">{items.length}</b>}
            </button>
          </Tooltip>
        )
      })}
    </div>
  )
}
