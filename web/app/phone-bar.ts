import type { LucideIcon } from 'lucide-react'
import * as icon from 'lucide-react'
import { AGENT, CUSTOMER, type Kind, STAFF } from '#shared/permissions.ts'
import { paths } from '#shared/screens.ts'
import type { Text } from '#shared/text.ts'
import { text } from '#shared/text.ts'
import { screenAt } from './known-screens.ts'
import { inMenu, mayOpen, type Viewer } from './screen.ts'
import { menu } from './screens.ts'

interface Place {
  path: string
  title: Text
  icon: LucideIcon
}

const place = (path: string, zh: string, en: string, icon: LucideIcon): Place => ({
  path,
  title: text(zh, en),
  icon,
})

const today = place(paths.workplace, '今日', 'Today', icon.LayoutDashboard)
const alarms = place(paths.alarms, '报警', 'Alarms', icon.BellRing)
const me = place(paths.personal, '我的', 'Me', icon.User)
const customers = place(paths.customers, '客户', 'Customers', icon.Users)

/** The bottom bar of a phone, by kind of user. */
const places: Record<Kind, readonly Place[]> = {
  [CUSTOMER]: [
    today,
    place(paths.houseMonitor, '鸡舍', 'Houses', icon.House),
    alarms,
    place(paths.flocks, '日志', 'Log', icon.ClipboardList),
    me,
  ],
  [STAFF]: [today, customers, place(paths.repairs, '工单', 'Tickets', icon.Ticket), alarms, me],
  [AGENT]: [today, customers, place(paths.myRepairs, '工单', 'Tickets', icon.Ticket), alarms, me],
}

/** Places beside the menu button. */
const BESIDE_MENU = 4

/**
 * The bottom bar of a viewer. Screens that are not built yet or not allowed are left out; the first entries of the menu take
 * their place.
 */
export function phoneBar(viewer: Viewer): Place[] {
  const own = places[viewer.kind].filter(({ path }) => {
    const screen = screenAt(path)
    return screen?.load != null && mayOpen(screen, viewer)
  })
  const others = menu.flatMap(({ icon, screens }) =>
    screens
      .filter(screen => inMenu(screen, viewer) && !own.some(({ path }) => path === screen.path))
      .map(({ path, entry }) => ({ path, title: entry, icon })),
  )
  return [...own, ...others.slice(0, Math.max(BESIDE_MENU - own.length, 0))]
}
