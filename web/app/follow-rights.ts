import i18next from 'i18next'
import { areSame } from '#shared/permissions.ts'
import { announce } from '#web/data/announcements.ts'
import { queries } from '#web/data/queries.ts'
import { useSession } from '#web/data/session.ts'
import { dropTabs, useTabs } from '#web/data/tabs/tabs.ts'
import { mayOpenPath } from './address.ts'
import { router } from './router.tsx'

/**
 * When rights change mid-session, whatever the viewer lost goes: its tabs close, the current page gives way to not-found.
 * The rest is read again, and the viewer is told why. Menu and buttons follow the rights by themselves.
 */
export function followRights(): void {
  useSession.subscribe((now, before) => {
    if (!now.user || now.user.id !== before.user?.id) return
    const isSame =
      now.user.kind === before.user.kind &&
      now.user.officeId === before.user.officeId &&
      areSame(now.grants, before.grants)
    if (isSame) return
    tellOf([...before.grants].some(grant => !now.grants.has(grant)))
    dropTabs(useTabs.getState().tabs.flatMap(({ key, path }) => (mayOpenPath(path) ? [] : [key])))
    void queries.invalidateQueries()
    void router.invalidate()
  })
}

function tellOf(isLess: boolean): void {
  const t = i18next.getFixedT(null, 'data')
  const text = isLess ? t($ => $.rights.less) : t($ => $.rights.other)
  announce({ kind: 'info', title: t($ => $.rights.changed), text, stays: true })
}
