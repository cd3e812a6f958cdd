import { z } from 'zod'
import { del, get, put, secret } from '../endpoint.ts'

/** So many characters of base64url. */
const encoded = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`))
}

/** A subscription as a browser gives it; together they let somebody write to that browser. */
const Subscription = z.object({
  /** At the push service of the browser: https, and nothing inside a network of one's own. */
  endpoint: secret(z.url({ protocol: /^https$/ }).max(1_000)),
  /** P-256 point of the browser, not compressed. */
  p256dh: secret(encoded(65)),
  auth: secret(encoded(16)),
})

const path = '/admin/auth/personal/web-push'

/** Web push to the browser that asks. It belongs to the session: who signs out, or is signed out, is told nothing there. */
export const webPush = {
  /** With what a browser subscribes, and the endpoint to which this session is pushed; null: to none. */
  read: get(path, 'signedIn', {
    returns: z.object({ publicKey: z.string(), endpoint: z.string().nullable() }),
  }),
  /** Takes the place of what the session had, and of whoever used this browser before. */
  subscribe: put(path, 'signedIn', {
    // A browser renews it by itself.
    wantsProof: false,
    whenReadOnly: true,
    body: Subscription,
    returns: z.null(),
    says: { 'en-US': 'Turned on push in a browser', 'zh-CN': '开启一个浏览器的推送' },
  }),
  unsubscribe: del(path, 'signedIn', {
    whenReadOnly: true,
    returns: z.null(),
    says: { 'en-US': 'Turned off push in a browser', 'zh-CN': '关闭一个浏览器的推送' },
  }),
}
