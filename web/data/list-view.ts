export const rowHeights = { compact: 30, normal: 36, roomy: 44 } as const
export type RowHeight = keyof typeof rowHeights

/** How one user wants to see one list, here and at the server. */
export interface ListView {
  /** Column keys in the user's order; columns not named keep their place after these. */
  order: string[]
  /** Columns the user has shown or hidden against their default. */
  shown: Record<string, boolean>
  height: RowHeight
  /** Filters and orders kept under names. */
  saved: SavedView[]
}

/** What a list showed when it was kept under a name. */
export interface SavedView {
  name: string
  filters: Record<string, string>
  sort?: string
}

/** Every list before the user changed it. */
export const asShipped: ListView = { order: [], shown: {}, height: 'normal', saved: [] }

/** Reads what storage holds, field by field; anything malformed takes the default. */
export function readView(stored: unknown): ListView {
  if (typeof stored !== 'object' || stored === null) return asShipped
  const { order, shown, height, saved } = stored as Record<string, unknown>
  const isMap = typeof shown === 'object' && shown !== null
  return {
    order: Array.isArray(order) ? order.filter(key => typeof key === 'string') : [],
    shown: isMap
      ? Object.fromEntries(Object.entries(shown).filter(([, value]) => typeof value === 'boolean'))
      : {},
    height: typeof height === 'string' && height in rowHeights ? (height as RowHeight) : 'normal',
    saved: Array.isArray(saved) ? saved.filter(isSaved) : [],
  }
}

const isSaved = (one: unknown): one is SavedView => {
  if (typeof one !== 'object' || one === null) return false
  const { name, filters } = one as Record<string, unknown>
  return typeof name === 'string' && typeof filters === 'object' && filters !== null
}

/** Columns in the user's order with whether each shows. The first is the row's name: always first, always shown. */
export function arranged<C extends { key: string; isExtra?: boolean }>(
  columns: readonly C[],
  { order, shown }: Pick<ListView, 'order' | 'shown'>,
): { column: C; isShown: boolean }[] {
  const [name, ...rest] = columns
  const place = (key: string) => {
    const at = order.indexOf(key)
    return at < 0 ? order.length + columns.findIndex(column => column.key === key) : at
  }
  const sorted = [...rest].sort((a, b) => place(a.key) - place(b.key))
  const marked = sorted.map(column => ({ column, isShown: shown[column.key] ?? !column.isExtra }))
  return name ? [{ column: name, isShown: true }, ...marked] : marked
}
