import { z } from 'zod'
import { del, get, put, secret } from '../endpoint.ts'

/** The base64url text of this many bytes. */
const encoded = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`))
}

/** A subscription as the browser gives it; together its parts allow writing to that browser. */
const Subscription = z.object({
  /** At the browser's push service: https, and nothing inside a private network. */
  endpoint: secret(z.url({ protocol: /^https$/ }).max(1_000)),
  /** The browser's P-256 point, uncompressed. */
  p256dh: secret(encoded(65)),
  auth: secret(encoded(16)),
})

const path = '/admin/auth/personal/web-push'

/** Web push to the calling browser. It belongs to the session: once that has ended, nothing is pushed there. */
export const webPush = {
  /** The key a browser subscribes with, and the endpoint this session is pushed to; null: none. */
  read: get(path, 'signedIn', {
    returns: z.object({ publicKey: z.string(), endpoint: z.string().nullable() }),
  }),
  /** Replaces the session's subscription, and that of whoever used this browser before. */
  subscribe: put(path, 'signedIn', {
    // Browsers renew it by themselves.
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
