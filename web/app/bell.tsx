import i18next from 'i18next'
import { later } from '#web/components/later.tsx'

/** The bell's popover; until its program is here the bell stands without it. */
export const Bell = later(
  async () => {
    const [{ BellPopover }] = await Promise.all([
      import('#web/features/notices/bell-popover.tsx'),
      i18next.loadNamespaces('notices'),
    ])
    return BellPopover
  },
  ({ children }) => children,
)
