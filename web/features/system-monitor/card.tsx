import type { ReactNode } from 'react'

interface Props {
  title: string
  /** Shown beside the title. */
  says?: string
  isWide?: boolean
  children: ReactNode
}

/** A card of the monitor. */
export function Card({ title, says, isWide = false, children }: Props) {
  return (
    <section className="card system-card" data-wide={isWide || undefined} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {says && <span className="caption num">{says}</span>}
      </header>
      {children}
    </section>
  )
}

interface TableProps {
  label: string
  heads: readonly ReactNode[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** A small table whose first column names its rows; it scrolls if wider than its card. */
export function Table({ label, heads, rows }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <section className="system-scroll" tabIndex={0} aria-label={label}>
      <table className="system-table num">
        <thead>
          <tr>
            {heads.map((head, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <th key={i} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...cells] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
