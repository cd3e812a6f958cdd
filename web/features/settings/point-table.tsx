import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditing } from './editing.ts'
import type { SettingRow, SettingTable as Table } from './layout.ts'
import { hasRoom, type Points, usedPoints, withoutPoint, withPoint } from './points.ts'
import { SettingTable } from './setting-table.tsx'

interface Props {
  table: Table
  title: string
  points: Points
}

/** Points by day of age, as many as wanted: one can be removed, or added while there is a free slot. */
export function PointTable({ table, title, points }: Props) {
  const { t } = useTranslation('settings')
  const { document, type, mayEdit } = useEditing()
  const used = usedPoints(document, points.prefix)
  const rows = table.rows.filter(({ key }) => used.some(({ place }) => key === points.prefix + place))
  const remove = (row: SettingRow) => (
    <button
      type="button"
      className="point-remove"
      aria-label={t($ => $.removePoint, { point: Number(row.key.slice(-2)) })}
      onClick={() => type(withoutPoint(document, points, row.key.slice(-2)))}
    >
      <X size={16} aria-hidden />
    </button>
  )
  return (
    <>
      <SettingTable
        table={{ ...table, rows }}
        title={title}
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
