import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { AGENT, CUSTOMER, type Grant, type Kind, type PermissionId, STAFF } from '#shared/permissions.ts'
import type { ScreenPath } from '#shared/screens.ts'
import { type Text, text } from '#shared/text.ts'
import type { Search } from '#web/components/screen-context.tsx'

/** Who may open a screen: anybody, any signed-in user, or holders of any of these permissions. */
type ScreenAccess = 'public' | 'signedIn' | readonly PermissionId[]
/** A page; `readAhead` reads its data for an address before it is drawn, for a viewer who may open it. */
export type Page = ComponentType & { readAhead?: (search: Search) => Promise<void> }
export type LoadPage = () => Promise<Page>

export interface Screen {
  path: string
  title: Text
  access: ScreenAccess
  /** Only these kinds of user, whatever permissions they hold. */
  kinds: readonly Kind[]
  /** Null: not built yet, or leads to another screen. */
  load: LoadPage | null
  /** Its address goes to that screen, with the same search; it has a menu entry if that one has. */
  leadsTo: Screen | null
  /** Namespaces of texts the page needs. */
  texts: readonly string[]
  /** No menu entry. */
  hidden: boolean
  /** The menu's name for it, if it differs from the title. */
  entry: Text
  /** Permissions for parts of a screen that everybody may open, with the name of each part. */
  parts: Readonly<Partial<Record<PermissionId, Text>>>
  /** Only holders of this permission see the entry; the address stays open. */
  entryFor: PermissionId | null
  /** Uses the whole width: the side menu makes room by itself. */
  canvas: boolean
  /** Search parameter with the id of what it shows, if each id gets a tab of its own. */
  each: string | null
  /** Draws without antd, which is then not loaded for it. */
  plain: boolean
  /** A link in a mail leads there: signed-in users see it too, outside the shell, instead of being sent home. */
  mailed: boolean
}

export interface MenuGroup {
  title: Text
  icon: LucideIcon
  screens: readonly Screen[]
}

interface Particular {
  kinds?: readonly Kind[]
  page?: LoadPage
  leadsTo?: Screen
  texts?: readonly string[]
  hidden?: boolean
  entry?: Text
  parts?: Screen['parts']
  entryFor?: PermissionId
  canvas?: boolean
  each?: string
  plain?: boolean
  mailed?: boolean
}

const everybody = [STAFF, CUSTOMER, AGENT] as const

/** One row of the table. `access` names one or several permissions; any one of them is enough. */
export function screen(
  path: ScreenPath,
  zh: string,
  en: string,
  access: 'public' | 'signedIn' | PermissionId | readonly PermissionId[],
  particular: Particular = {},
): Screen {
  const {
    page,
    leadsTo,
    kinds = everybody,
    texts = [],
    hidden = false,
    canvas = false,
    plain = false,
    mailed = false,
    each,
    entry,
    parts = {},
    entryFor,
  } = particular
  const single = access === 'public' || access === 'signedIn'
  return {
    path,
    title: text(zh, en),
    access: single ? access : typeof access === 'string' ? [access as PermissionId] : access,
    kinds,
    load: page ?? null,
    leadsTo: leadsTo ?? null,
    texts,
    hidden,
    entry: entry ?? text(zh, en),
    parts,
    entryFor: entryFor ?? null,
    canvas,
    each: each ?? null,
    plain,
    mailed,
  }
}

export const group = (zh: string, en: string, icon: LucideIcon, screens: readonly Screen[]): MenuGroup => ({
  title: text(zh, en),
  icon,
  screens,
})

/** What is needed of the signed-in user to decide about screens. */
export interface Viewer {
  kind: Kind
  grants: ReadonlySet<Grant>
}

const holds = ({ grants }: Viewer, permission: PermissionId) => grants.has(`${permission}:query` as Grant)

/** Whether the viewer may open a screen; a null viewer opens public ones only. */
export function mayOpen(screen: Screen, viewer: Viewer | null): boolean {
  if (screen.access === 'public') return true
  if (!viewer?.grants.size) return false
  if (!screen.kinds.includes(viewer.kind)) return false
  return screen.access === 'signedIn' || screen.access.some(permission => holds(viewer, permission))
}

/** Identifies the tab of an address: the path, plus the id if each id has a tab of its own. */
export function tabKeyOf({ path, each }: Screen, search: string): string {
  const id = each && new URLSearchParams(search).get(each)
  return id ? `${path}?${each}=${encodeURIComponent(id)}` : path
}

/** Whether a screen has an entry in the viewer's menu: built, not hidden, allowed. */
export function inMenu(screen: Screen, viewer: Viewer): boolean {
  if (screen.leadsTo) return inMenu(screen.leadsTo, viewer)
  if (screen.hidden || !screen.load || screen.access === 'public') return false
  if (screen.entryFor && !holds(viewer, screen.entryFor)) return false
  return mayOpen(screen, viewer)
}

/** Whether the screen search finds a screen: one without a menu entry too, if it asks which house it is about. */
export const isFound = (screen: Screen, viewer: Viewer): boolean =>
  inMenu(screen.each === null ? screen : { ...screen, hidden: false }, viewer)
