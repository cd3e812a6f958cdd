import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { trajectory } from '#shared/contracts/trajectory.ts'
import { daysAfter, localText } from '#shared/zone-time.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useExport } from '#web/components/excel/use-export.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useZone } from '#web/components/time.tsx'
import { serverNow } from '#web/data/clock.ts'
import { DayPicker } from './day-picker.tsx'
import { People } from './people.tsx'
import { PersonPicker } from './person-picker.tsx'
import { VisitedDays } from './visited-days.tsx'
import '#web/components/choice.css'
import '#web/components/excel/excel-buttons.css'
import './trajectory.css'

const DAYS = { day: 1, week: 7 } as const
type Span = keyof typeof DAYS

/** `/user-trajectory/trajectory`: what one user had open over a day or a week; without a user, recent visitors. */
export function TrajectoryPage() {
  const { t } = useTranslation('trajectory')
  const zone = useZone()
  const { search, setSearch } = useScreen()
  const today = localText(serverNow(), zone).slice(0, 10)
  const day = /^\d{4}-\d\d-\d\d$/.test(search.day ?? '') ? (search.day as string) : today
  const span: Span = search.span === 'week' ? 'week' : 'day'
  const first = daysAfter(day, 1 - DAYS[span])
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p>{t($ => $.says)}</p>
        </div>
        <div className="list-head-actions">
          <ExportButton userId={search.user} />
        </div>
      </div>
      <div className="trajectory-bar">
        <PersonPicker user={search.user} choose={user => setSearch({ user }, { push: true })} />
        {search.user && (
          <>
            <fieldset className="choice" aria-label={t($ => $.span)}>
              {(['day', 'week'] as const).map(each => (
                <button
                  key={each}
                  type="button"
                  aria-pressed={each === span}
                  onClick={() => setSearch({ span: each === 'day' ? undefined : each })}
                >
                  {t($ => $.spans[each])}
                </button>
              ))}
            </fieldset>
            <DayPicker day={day} today={today} step={DAYS[span]} choose={day => setSearch({ day })} />
          </>
        )}
      </div>
      {search.user ? (
        <VisitedDays key={search.user} user={search.user} first={first} last={day} zone={zone} />
      ) : (
        <People choose={user => setSearch({ user }, { push: true })} />
      )}
    </div>
  )
}

function ExportButton({ userId }: { userId: string | undefined }) {
  const { t } = useTranslation('trajectory')
  const { start, busy } = useExport(trajectory.export)
  return (
    <ActionButton
      endpoint={trajectory.export}
      className="excel-button"
      icon={<Download size={15} aria-hidden />}
      loading={busy}
      onClick={() => void start({ body: { ...(userId && { userId }) } })}
    >
      {userId ? t($ => $.exportOne) : t($ => $.exportAll)}
    </ActionButton>
  )
}
