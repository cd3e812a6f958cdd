import type { CSSProperties } from 'react'
import { useIsPhone } from '../use-phone.ts'
import './heat-map.css'

interface Side {
  key: number
  name: string
}

interface Props {
  label: string
  rows: readonly Side[]
  columns: readonly Side[]
  valueAt: (row: number, column: number) => number
  /** Describes a square. */
  say: (row: Side, column: Side, value: number) => string
}

/** The eye tells less apart between half and full strength than between nothing and a little. */
const BEND = 0.7

/**
 * How much falls into each square of two dimensions: the more, the stronger the colour. On a phone the shorter side runs
 * across.
 */
export function HeatMap({ label, rows, columns, valueAt, say }: Props) {
  const turns = useIsPhone() && rows.length < columns.length
  const [down, across] = turns ? [columns, rows] : [rows, columns]
  const at = (one: Side, other: Side) => (turns ? ([other, one] as const) : ([one, other] as const))
  const values = rows.flatMap(row => columns.map(column => valueAt(row.key, column.key)))
  const most = Math.max(1, ...values)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <section className="heat-map" tabIndex={0} aria-label={label} data-turned={turns || undefined}>
      <table className="num">
        <thead>
          <tr>
            <td />
            {across.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {down.map(side => (
            <tr key={side.key}>
              <th scope="row">{side.name}</th>
              {across.map(other => {
                const [row, column] = at(side, other)
                const value = valueAt(row.key, column.key)
                const heat = `${Math.round((value / most) ** BEND * 100)}%`
                return (
                  <td
                    key={other.key}
                    title={say(row, column, value)}
                    style={{ '--heat': heat } as CSSProperties}
                  >
                    <span className="visually-hidden">{value}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
