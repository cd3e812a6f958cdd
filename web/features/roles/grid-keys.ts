import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

const cellsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-at]')]
const columnOf = (cell: HTMLElement) => Number(cell.dataset.at)

/** The next cell in a direction: across within the row, up and down to the next row with a cell in that column. */
function neighbour(cell: HTMLElement, key: string): HTMLElement | undefined {
  const row = cell.closest('tr')
  const rows = [...(row?.parentElement?.children ?? [])]
  if (!row) return undefined
  const cells = cellsOf(row)
  const at = cells.indexOf(cell)
  const inColumn = (of: Element) => cellsOf(of).find(other => columnOf(other) === columnOf(cell))
  const further = (some: Element[]) => some.map(inColumn).find(found => found !== undefined)
  const place = rows.indexOf(row)
  switch (key) {
    case 'ArrowRight':
      return cells[at + 1]
    case 'ArrowLeft':
      return cells[at - 1]
    case 'Home':
      return cells[0]
    case 'End':
      return cells.at(-1)
    case 'ArrowDown':
      return further(rows.slice(place + 1))
    case 'ArrowUp':
      return further(rows.slice(0, place).reverse())
    default:
      return undefined
  }
}

/** Makes this the one cell the Tab key reaches. */
function reach(table: HTMLElement, cell: HTMLElement | null): void {
  for (const other of table.querySelectorAll<HTMLElement>('[data-at][tabindex="0"]')) other.tabIndex = -1
  if (cell) cell.tabIndex = 0
}

/**
 * Moves through a grid with the arrow keys; its cells carry their column in `data-at`. Tab reaches a single cell, the last
 * one used, and the buttons of `isChanged` return the focus to it. Shift+Space calls `fill` for the row.
 */
export function useGridKeys(
  table: RefObject<HTMLTableElement | null>,
  fill: (permission: string) => void,
  isChanged: boolean,
) {
  // Also after rows have gone: some cell can always be reached.
  useEffect(() => {
    const grid = table.current
    if (grid && !grid.querySelector('[data-at][tabindex="0"]'))
      reach(grid, grid.querySelector<HTMLElement>('[data-at]'))
  })
  const wasChanged = useRef(isChanged)
  useEffect(() => {
    if (wasChanged.current && !isChanged && document.activeElement === document.body)
      table.current?.querySelector<HTMLElement>('[data-at][tabindex="0"]')?.focus()
    wasChanged.current = isChanged
  }, [isChanged, table])
  return {
    onFocus: ({ target }: { target: HTMLElement }) => {
      if (table.current && target.dataset.at !== undefined) reach(table.current, target)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-at]')
      if (!cell) return
      const permission = cell.closest('tr')?.dataset.permission
      if (event.key === ' ' && event.shiftKey && permission) {
        event.preventDefault()
        fill(permission)
        return
      }
      const next = neighbour(cell, event.key)
      if (!next) return
      event.preventDefault()
      next.focus()
    },
  }
}
