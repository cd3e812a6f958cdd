import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { type ScreenAddress, ScreenContext } from '#web/components/screen-context.tsx'
import { useHasAnnounced } from '#web/data/announcements.ts'
import { exists, hrefWith, searchOf, titleOf } from './address.ts'
import { loadAtFirstTouch, loadInside } from './load-inside.ts'
import { Pane } from './pane.tsx'
import type { Screen } from './screen.ts'

const WithAntd = lazy(() => loadInside().then(({ WithAntd }) => ({ default: WithAntd })))
const AntdPane = lazy(() => loadInside().then(({ AntdPane }) => ({ default: AntdPane })))

/** A screen shown while nobody is signed in. A plain one loads antd only when there is something to announce. */
export function Alone({ screen, search }: { screen: Screen; search: string }) {
  const address = useOwnAddress(screen.path, search)
  const hasAnnounced = useHasAnnounced()
  // Whoever types here is about to sign in.
  useEffect(loadAtFirstTouch, [])
  return (
    <ScreenContext value={address}>
      {screen.plain ? (
        <>
          <Pane key={screen.path} screen={screen} />
          <Suspense>{hasAnnounced && <WithAntd />}</Suspense>
        </>
      ) : (
        <Suspense>
          <WithAntd>
            <AntdPane key={screen.path} screen={screen} />
          </WithAntd>
        </Suspense>
      )}
    </ScreenContext>
  )
}

/** The address of a screen outside the tabs: it follows the browser's. */
export function useOwnAddress(path: string, searchText: string): ScreenAddress {
  const router = useRouter()
  return useMemo(
    () => ({
      tab: '',
      path,
      search: searchOf(searchText),
      exists,
      titleOf,
      open: href => void router.navigate({ href }),
      nameTab: () => undefined,
      frame: () => document.body,
      setSearch: (change, options) =>
        void router.navigate({ href: hrefWith(`${path}${searchText}`, change), replace: !options?.push }),
    }),
    [router, path, searchText],
  )
}
