export const rowHeights = { compact: 30, normal: 36, roomy: 44 } as const
export type RowHeight = keyof typeof rowHeights

/** How one user wants to see one list, here and at the server. */
export interface ListView {
  /** Column keys in the user's order; columns not named keep their place after these. */
  order: string[]
  /** Columns the user has shown or hidden against their default. */
  shown: Record<string, boolean>
  height: RowHeight
}

/** Every list before the user changed it. */
export const asShipped: ListView = { order: [], shown: {}, height: 'normal' }

/** Reads what storage holds, field by field; anything malformed takes the default. */
export function readView(stored: unknown): ListView {
  if (typeof stored !== 'object' || stored === null) return asShipped
  const { order, shown, height } = stored as Record<string, unknown>
  const isMap = typeof shown === 'object' && shown !== null
  return {
    order: Array.isArray(order) ? order.filter(key => typeof key === 'string') : [],
    shown: isMap
      ? Object.fromEntries(Object.entries(shown).filter(([, value]) => typeof value === 'boolean'))
      : {},
    height: typeof height === 'string' && height in rowHeights ? (height as RowHeight) : 'normal',
  }
}

/** Columns in the user's order with whether each shows. The first is the row's name: always first, always shown. */
export function arranged<C extends { key: string; isExtra?: boolean }>(
  columns: readonly C[],
  { order, shown }: ListView,
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
