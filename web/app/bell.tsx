import i18next from 'i18next'
import { type ComponentProps, lazy, Suspense } from 'react'
import type { BellPopover } from '#web/features/notices/bell-popover.tsx'

const Popover = lazy(async () => {
  const [{ BellPopover }] = await Promise.all([
    import('#web/features/notices/bell-popover.tsx'),
    i18next.loadNamespaces('notices'),
  ])
  return { default: BellPopover }
})

/** The bell's popover; until its program is here the bell stands without it. */
export function Bell(props: ComponentProps<typeof BellPopover>) {
  return (
    <Suspense fallback={props.children}>
      <Popover {...props} />
    </Suspense>
  )
}
