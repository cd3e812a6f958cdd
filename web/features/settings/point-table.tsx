import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayText } from '#shared/setting-days.ts'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useReader } from '#web/data/preferences.ts'
import { pointOn } from './curve.ts'
import { useEditing } from './editing.ts'
import type { SettingRow, SettingTable as Table } from './layout.ts'
import { hasRoom, type Points, usedPoints, withoutPoint, withPoint } from './points.ts'
import { SettingTable } from './setting-table.tsx'

interface Props {
  table: Table
  title: string
  points: Points
  /** Age of the flock, days. */
  age: number | null
}

/**
 * Points by day of age, as many as wanted, each called by its day: one can be removed, or added while there is a free slot.
 */
export function PointTable({ table, title, points, age }: Props) {
  const { t } = useTranslation('settings')
  const { language } = useReader()
  const { document, type, mayEdit } = useEditing()
  const used = usedPoints(document, points.prefix)
  const rows = table.rows.flatMap(row => {
    const point = used.find(({ place }) => row.key === points.prefix + place)
    if (!point) return []
    return [Number.isFinite(point.day) ? { ...row, label: dayText(point.day) } : row]
  })
  const today = age === null ? undefined : pointOn(document, points.prefix, age)
  const isPhone = useIsPhone()
  const nameOf = (row: SettingRow) => t($ => $.removePoint, { point: row.label[language] })
  const remove = (row: SettingRow) => (
    <button
      type="button"
      className="point-remove"
      aria-label={nameOf(row)}
      onClick={() => type(withoutPoint(document, points, row.key.slice(-2)))}
    >
      <X size={16} aria-hidden /> {isPhone && nameOf(row)}
    </button>
  )
  return (
    <>
      <SettingTable
        table={{ ...table, rows }}
        title={title}
        isByDay
        current={today === undefined ? undefined : points.prefix + today}
        {...(mayEdit && rows.length > 1 && { action: remove })}
      />
      {mayEdit && <AddPoint points={points} count={rows.length} most={table.rows.length} />}
    </>
  )
}

function AddPoint({ points, count, most }: { points: Points; count: number; most: number }) {
  const { t } = useTranslation('settings')
  const { document, type } = useEditing()
  const [day, setDay] = useState('')
  const id = useId()
  const isFull = !hasRoom(document, points)
  const add = () => {
    type(withPoint(document, points, Number(day)))
    setDay('')
  }
  const isWanted =
    /^-?\d+$/.test(day.trim()) && Object.keys(withPoint(document, points, Number(day))).length > 0
  return (
    <form
      className="point-add row wrap"
      onSubmit={event => {
        event.preventDefault()
        if (isWanted) add()
      }}
    >
      <span className="caption">{t($ => $.pointsUsed, { used: count, most })}</span>
      <label htmlFor={id}>{t($ => $.newPointDay)}</label>
      <input
        id={id}
        className="num"
        inputMode="numeric"
        autoComplete="off"
        disabled={isFull}
        value={day}
        onChange={event => setDay(event.target.value)}
      />
      <Button htmlType="submit" icon={<Plus size={16} aria-hidden />} disabled={!isWanted}>
        {t($ => $.addPoint)}
      </Button>
    </form>
  )
}
