import i18next from 'i18next'
import { later } from '#web/components/later.tsx'

/** The bell with its popover; until the popover's code has loaded, the bell alone. */
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
