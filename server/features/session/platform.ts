import type { channels } from '#shared/contracts/session.ts'

/** The platform of the login log: a program names itself in its user agent; every other browser is the web. */
export function platformOf(userAgent: string): (typeof channels)[number] {
  if (/Android/i.test(userAgent)) return 'android'
  return /iPhone|iPad|iPod/.test(userAgent) ? 'ios' : 'web'
}
