import { useTranslation } from 'react-i18next'
import { differing } from '#shared/setting-draft.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useFromNow } from '#web/data/clock.ts'
import { ChangeState } from './change-state.tsx'
import { useEditing } from './editing.ts'
import { HeldUntil } from './held-until.tsx'
import type { SettingRow } from './layout.ts'
import { isNews } from './told-change.ts'

/** The state of a change in the row it belongs to: not sent yet, under way, over, or in force until a time. */
export function RowState({ row }: { row: SettingRow }) {
  const { t } = useTranslation('settings')
  const { changed, values, changes, held, timeZone } = useEditing()
  const names = row.cells.flatMap(cell => (cell ? [cell.name] : []))
  const change = changes.find(({ wanted }) => names.some(name => name in wanted))
  const isTold = useFromNow(now => change !== undefined && isNews(change, now)) ?? false
  if (names.some(name => changed.includes(name)))
    return (
      <small className="setting-row-state">
        <StateMark state="pending" /> {t($ => $.unsent)}
      </small>
    )
  const isUnderWay = change?.overAt === null
  const its = held.filter(({ name }) => names.includes(name))
  if (its.length > 0 && !isUnderWay)
    return (
      <small className="setting-row-state">
        <HeldUntil held={its} timeZone={timeZone} />
      </small>
    )
  if (!change || !isTold) return null
  // A change that failed is told until the controller has its values after all.
  const isDone = differing(change.wanted, values).length === 0
  if (change.state !== 'synced' && !isUnderWay && isDone) return null
  return (
    <small className="setting-row-state">
      <ChangeState change={change} />
    </small>
  )
}
