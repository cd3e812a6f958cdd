import { z } from 'zod'
import { boundedPage, counted, get, Id, PageQuery } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import { channels } from './session.ts'

/** How far back, in days; `all` is everything kept. */
export const loginPeriods = ['1', '7', '30', '90', 'all'] as const
/** The default. */
export const USUAL_LOGIN_PERIOD = '30'

/** System login, obtain personal info, system logout; specification section 5. */
export const loginOperations = ['login', 'info', 'logout'] as const

/** This history shows and writes its times in Beijing time for everybody. */
export const BEIJING = 'Asia/Shanghai'

export const LoginFilter = z.object({
  /** Part of the user's name, the login id or the address. */
  search: z.string().trim().max(100).optional(),
  period: z.enum(loginPeriods).default(USUAL_LOGIN_PERIOD),
  operation: z.enum(loginOperations).optional(),
  platform: z.enum(channels).optional(),
  /** The customer, or another node, whose users signed in. */
  officeId: Id.optional(),
})

export const LoginEntry = z.object({
  id: Id,
  at: z.iso.datetime(),
  platform: z.enum(channels),
  operation: z.enum(loginOperations),
  username: z.string(),
  actualName: z.string(),
  /** The user's customer, or the office of a user without one. */
  customerName: z.string(),
  ip: z.string().nullable(),
  /** When the user last signed in, as far as it is kept. */
  lastLoginAt: z.iso.datetime().nullable(),
})
export type LoginEntry = z.infer<typeof LoginEntry>

const path = '/admin/auth/login-history'

/** Who signed in, requested their own info, or signed out. Kept 180 days. */
export const loginHistory = {
  ...excelExport(path, 'custom_login_history', {
    filter: LoginFilter,
    noun: { 'en-US': 'the login history', 'zh-CN': '登录记录' },
  }),
  list: get(path, 'custom_login_history:query', {
    query: PageQuery.extend(LoginFilter.shape),
    returns: boundedPage(LoginEntry),
    summary: 'Newest first.',
  }),
  counts: counted(path, 'custom_login_history:query', LoginFilter, ['operation']),
}
