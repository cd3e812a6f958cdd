import { z } from 'zod'
import { consentEvents, consents, consentUses } from '../consents.ts'
import { counted, get, Id, PageQuery, page, post } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import { CUSTOMER } from '../permissions.ts'

const GrantedUntil = z.object({
  /** The last day, by the customer's calendar; null while it is not granted. */
  endsOn: z.iso.date().nullable(),
  /** Who last granted it, and when. */
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
})

/** What a customer lets the offices above it do with its farm. */
export const FarmAccess = z.object({
  /** RA: see readings, alarms, settings, cameras and flocks. */
  farm: GrantedUntil,
  /** RC: read and change settings of controllers; never without RA. */
  remote: GrantedUntil,
  /** Offices it applies to, from the nearest up. */
  offices: z.array(z.string()),
  /** Those who decide. */
  owners: z.array(z.string()),
  /** The viewer is one of them. */
  isOwner: z.boolean(),
  timeZone: z.string(),
  /** Today and the last day that can be chosen, by the customer's calendar. */
  today: z.iso.date(),
  latest: z.iso.date(),
})
export type FarmAccess = z.infer<typeof FarmAccess>

/** A log entry: something seen or done under a consent, or a decision about one. */
export const ConsentEntry = z.object({
  id: Id,
  at: z.iso.datetime(),
  event: z.enum(consentEvents),
  consent: z.enum(consents),
  what: z.enum(consentUses).nullable(),
  /** Null: several houses at once. */
  houseId: Id.nullable(),
  houseName: z.string().nullable(),
  /** Of a moving picture, which. */
  channelName: z.string().nullable(),
  /** Null when a consent ran out by itself. */
  by: z.string().nullable(),
  /** Name of the API token, if a program did it. */
  program: z.string().nullable(),
  office: z.string().nullable(),
  roles: z.string().nullable(),
  /** Last day of what was granted. */
  endsOn: z.iso.date().nullable(),
})
export type ConsentEntry = z.infer<typeof ConsentEntry>

export const ConsentFilter = z.object({
  /** Part of the name of a person, or of a house. */
  search: z.string().trim().max(100).optional(),
  event: z.enum(consentEvents).optional(),
  consent: z.enum(consents).optional(),
  what: z.enum(consentUses).optional(),
})

const path = '/admin/auth/farm-access'
const log = `${path}/log` as const
const kinds = [CUSTOMER] as const
const which = z.object({ consent: z.enum(consents) })

/**
 * What a customer's owner lets the offices above see (RA) and control (RC), and every use of it. The owner is anyone who
 * holds the permission at the customer's root node.
 */
export const farmAccess = {
  read: get(path, 'signedIn', {
    kinds,
    returns: FarmAccess,
    summary: 'What the customer lets the offices above it see and control, and until when.',
  }),
  grant: post(`${path}/grant`, 'farm_access:enable', {
    changes: path,
    kinds,
    wantsProof: true,
    body: which.extend({ endsOn: z.iso.date() }),
    returns: FarmAccess,
    // Anyone who is to help may look.
    whenReadOnly: true,
    says: { 'en-US': 'Granted “{consent}” until {endsOn}', 'zh-CN': '授权“{consent}”至{endsOn}' },
  }),
  revoke: post(`${path}/revoke`, 'farm_access:disable', {
    changes: path,
    // Withdrawing a consent is never held up.
    wantsProof: false,
    kinds,
    body: which,
    returns: FarmAccess,
    says: { 'en-US': 'Revoked “{consent}”', 'zh-CN': '撤销“{consent}”的授权' },
    // Withdrawing a consent is never refused.
    whenReadOnly: true,
  }),
  log: get(log, 'farm_access:query', {
    kinds,
    query: PageQuery.extend(ConsentFilter.shape),
    returns: page(ConsentEntry),
  }),
  counts: {
    ...counted(log, 'farm_access:query', ConsentFilter, ['event']),
    kinds,
  },
  export: {
    ...excelExport(log, 'farm_access', {
      filter: ConsentFilter,
      noun: { 'en-US': 'the use of farm access', 'zh-CN': '农场访问记录' },
    }).export,
    kinds,
  },
}
