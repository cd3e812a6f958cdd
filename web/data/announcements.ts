import { create } from 'zustand'

/** A notification for the reader: title and sentence in the reader's language. */
export interface Announcement {
  kind: 'error' | 'success' | 'info'
  title: string
  text: string
  /** Stays until the reader closes it: it may come while they are away. */
  stays?: true
}

const waiting: Announcement[] = []
let show: ((announcement: Announcement) => void) | null = null
let hide: (() => void) | null = null

/** True from the first notification on: pages that cannot show one then load what can. */
export const useHasAnnounced = create(() => false)

/** Shows a notification, or keeps it until the page can show one. Usable outside components. */
export function announce(announcement: Announcement): void {
  if (show) show(announcement)
  else waiting.push(announcement)
  useHasAnnounced.setState(true, true)
}

/** Withdraws all announcements: the problem is solved. */
export function hideAnnouncements(): void {
  waiting.length = 0
  hide?.()
}

/** Lets the page show notifications; returns the function that ends it. */
export function showAnnouncements(
  display: (announcement: Announcement) => void,
  clear: () => void = () => undefined,
): () => void {
  show = display
  hide = clear
  for (const announcement of waiting.splice(0)) display(announcement)
  return () => {
    if (show !== display) return
    show = null
    hide = null
  }
}
