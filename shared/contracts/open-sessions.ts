import { z } from 'zod'
import { del, get, Id, post } from '../endpoint.ts'

const OpenSession = z.object({
  id: Id,
  /** As the browser identifies itself. */
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The session that makes the call. */
  isThis: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

const path = '/admin/auth/personal/sessions'

/** Where the user is signed in. A session ended here ends at once, on open pages too. */
export const openSessions = {
  list: get(path, 'signedIn', { returns: z.array(OpenSession) }),
  end: del(`${path}/:id`, 'signedIn', {
    whenReadOnly: true,
    returns: z.null(),
    says: { 'en-US': 'Ended an own session', 'zh-CN': '让本人的一台设备退出登录' },
  }),
  endOthers: post(`${path}/end-others`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    returns: z.number().int(),
    says: { 'en-US': 'Ended all other own sessions', 'zh-CN': '让本人的其他所有设备退出登录' },
    summary: 'Ends all sessions but the one that asks; `data` is how many.',
  }),
}
