/** One measured figure. With a goal it is met or missed; without one it explains the others. */
export interface Figure {
  section: string
  name: string
  value: number
  unit: string
  goal?: { atMost: number } | { atLeast: number }
}

/** Whether the goal is met; undefined without one. */
export function isMet({ value, goal }: Figure): boolean | undefined {
  if (!goal) return undefined
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast
}

/** Three significant digits; whole numbers above a thousand. */
const shown = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

const verdicts = new Map([
  [true, 'met'],
  [false, 'MISSED'],
  [undefined, ''],
])

/** The figures as a table for people. */
export function asTable(figures: readonly Figure[]): string {
  const rows = figures.map(figure => {
    const { section, name, value, unit, goal } = figure
    const wanted = goal && ('atMost' in goal ? `<= ${shown(goal.atMost)}` : `>= ${shown(goal.atLeast)}`)
    return [section, name, `${shown(value)} ${unit}`.trim(), wanted ?? '', verdicts.get(isMet(figure)) ?? '']
  })
  const all = [['', 'figure', 'measured', 'goal', ''], ...rows]
  const widths = [0, 1, 2, 3, 4].map(column => Math.max(...all.map(row => row[column]?.length ?? 0)))
  return all
    .map((row, index) => {
      const isRepeated = index > 1 && row[0] === all[index - 1]?.[0]
      const cells = isRepeated ? ['', ...row.slice(1)] : row
      return cells
        .map((cell, column) =>
          column === 2 ? cell.padStart(widths[2] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd()
    })
    .join('\n')
}
