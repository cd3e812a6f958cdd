import { useTranslation } from 'react-i18next'
import { differing } from '#shared/setting-draft.ts'
import { stepsOf } from '#shared/temporary-settings.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { HouseMoment } from '#web/components/time.tsx'
import { ChangeState } from './change-state.tsx'
import { useEditing } from './editing.ts'
import type { SettingRow } from './layout.ts'

/** The state of a change in the row it belongs to: not sent yet, under way, over, or in force until a time. */
export function RowState({ row }: { row: SettingRow }) {
  const { t } = useTranslation('settings')
  const { changed, values, changes, held, timeZone } = useEditing()
  const names = row.cells.flatMap(cell => (cell ? [cell.name] : []))
  if (names.some(name => changed.includes(name)))
    return (
      <small className="setting-row-state">
        <StateMark state="pending" /> {t($ => $.unsent)}
      </small>
    )
  const change = changes.find(({ wanted }) => names.some(name => name in wanted))
  const isUnderWay = change?.overAt === null
  const end = held.flatMap(each => (names.includes(each.name) ? stepsOf(each) : []))[0]
  if (end && !isUnderWay)
    return (
      <small className="setting-row-state">
        <StateMark state="pending" /> {t($ => $.until)}{' '}
        <HouseMoment at={new Date(end.at).toISOString()} timeZone={timeZone} />
      </small>
    )
  if (!change || change.failure === 'withdrawn') return null
  // A change that failed is told until the controller has its values after all.
  const isDone = differing(change.wanted, values).length === 0
  if (change.state !== 'synced' && !isUnderWay && isDone) return null
  return (
    <small className="setting-row-state">
      <ChangeState change={change} />
    </small>
  )
}
