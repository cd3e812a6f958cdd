import { useState } from 'react'
import { grantsIn, isShown, type Matrix, matches, type Show, shareOf, shows } from './matrix.ts'
import {
  type PermissionGroup,
  type PermissionRow,
  permissionGroups,
  permissionRows,
} from './permission-groups.ts'

interface ShownGroup {
  group: PermissionGroup
  /** Its permissions that match the filter. */
  rows: readonly PermissionRow[]
  isOpen: boolean
  toggle: () => void
}

export interface RoleView {
  groups: readonly ShownGroup[]
  text: string
  setText: (text: string) => void
  show: Show
  setShow: (show: Show) => void
  /** Permissions under each of the chips. */
  counts: Readonly<Record<Show, number>>
  isAllOpen: boolean
  openAll: (open: boolean) => void
}

/** How many groups start open: the first partly granted ones, where there is something to decide. */
const BEGIN_OPEN = 2
const partly = ({ kind, base }: Matrix) =>
  permissionGroups
    .filter(({ rows }) => rows.length > 1 && shareOf(base, grantsIn(rows, kind)) === 'some')
    .slice(0, BEGIN_OPEN)

/** Which permissions show: by text, by chip, and which groups are open. Search results are always open. */
export function useRoleView(matrix: Matrix): RoleView {
  const [text, setText] = useState('')
  const [show, setShow] = useState<Show>('all')
  const [open, setOpen] = useState<ReadonlySet<PermissionGroup>>(() => new Set(partly(matrix)))
  const wanted = text.trim()
  const isSearching = wanted !== '' || show !== 'all'
  const groups = permissionGroups.flatMap((group): ShownGroup[] => {
    const rows = group.rows.filter(row => isShown(matrix, row, show) && matches(row, wanted))
    if (rows.length === 0) return []
    const toggle = () => {
      const next = new Set(open)
      if (!next.delete(group)) next.add(group)
      setOpen(next)
    }
    return [{ group, rows, isOpen: isSearching || open.has(group), toggle }]
  })
  const all = [...permissionRows.values()]
  const counts = Object.fromEntries(
    shows.map(name => [name, all.filter(row => isShown(matrix, row, name)).length]),
  ) as Record<Show, number>
  return {
    groups,
    text,
    setText,
    show,
    setShow,
    counts,
    isAllOpen: groups.every(({ isOpen }) => isOpen),
    openAll: all => setOpen(new Set(all ? permissionGroups : [])),
  }
}
