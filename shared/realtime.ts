import { z } from 'zod'
import { HouseAlarm } from './contracts/houses.ts'
import { jobStates } from './contracts/jobs.ts'
import { customerStatuses } from './customers.ts'
import { deviceStatuses } from './devices.ts'
import { WATCHED_CUSTOMERS, WATCHED_HOUSES } from './limits.ts'

/** The heartbeat, the only text that is not a JSON frame. */
export const PING = 'ping'
export const PONG = 'pong'

const Value = z.union([z.number(), z.boolean(), z.string(), z.null()])

/** The path of the endpoints of a module. */
export const pathOfModule = (module: string): string => `/admin/auth/${module}`

/** What the server sends: `{ data: { dataType, … } }`. Device frames are keyed by iotId, warnings by chickenHouseId. */
export const ServerFrame = z.object({
  data: z.discriminatedUnion('dataType', [
    z.object({
      dataType: z.literal('DEVICE_DATA'),
      iotId: z.string(),
      chickenHouseId: z.string(),
      /** Server time of the device's last message, ms since 1970; null when it was never heard. */
      heardAt: z.number().nullable(),
      /** metric → [value, sample time in ms]; merged into the known data */
      values: z.record(z.string(), z.tuple([Value, z.number()])),
    }),
    z.object({
      dataType: z.literal('DEVICE_STATUS'),
      iotId: z.string(),
      chickenHouseId: z.string().nullable(),
      status: z.enum(deviceStatuses),
      /** ms since 1970 */
      since: z.number(),
      reason: z.string().nullable(),
    }),
    z.object({
      dataType: z.literal('WARNING_MESSAGE'),
      chickenHouseId: z.string(),
      state: z.enum(['normal', 'alarm', 'offline']),
      since: z.number(),
      /** Active alarms of the house by code, worst first. */
      alarms: z.array(HouseAlarm.extend({ since: z.number() })),
    }),
    z.object({ dataType: z.literal('SETTING_STATE'), iotId: z.string(), state: z.string() }),
    /** One of the viewer's own jobs moved on; its state is requested by id. */
    z.object({
      dataType: z.literal('JOB'),
      jobId: z.string(),
      state: z.enum(jobStates),
      done: z.number().int(),
      total: z.number().int().nullable(),
    }),
    /**
     * What the viewer may see has changed: reload what is shown. `lost`: watched houses they may no longer see. `rights`:
     * their own user info has changed.
     */
    z.object({ dataType: z.literal('ACCESS'), lost: z.array(z.string()), rights: z.boolean() }),
    /** A record in a module that the viewer reads has changed: its lists and details are requested again. */
    z.object({ dataType: z.literal('RECORD'), module: z.string(), id: z.string() }),
    z.object({ dataType: z.literal('NOTICE'), unread: z.number().int() }),
    /** Whether watched customers are online, by id (`officeId`): all that is known at the start, then changes. */
    z.object({
      dataType: z.literal('CUSTOMER_STATUS'),
      statuses: z.record(z.string(), z.enum(customerStatuses)),
    }),
    /**
     * For the houses on a data screen, today by each house's clock: eggs, feed in kg and water in L as counted, how many
     * houses each leaves out because their meter is in doubt, and how many houses report. `news` changes when something else on it may have: that is requested again.
     */
    z.object({
      dataType: z.literal('WALL'),
      eggs: z.number(),
      feed: z.number(),
      water: z.number(),
      leftOut: z.object({ eggs: z.number().int(), feed: z.number().int(), water: z.number().int() }),
      reporting: z.number().int(),
      news: z.number().int(),
    }),
    /** The logo on the viewer's pages has changed or is gone. */
    z.object({ dataType: z.literal('LOGO'), logo: z.string().nullable() }),
  ]),
})
export type ServerFrame = z.infer<typeof ServerFrame>
export type FrameData = ServerFrame['data']

/** As the server makes them: anything it could not use in a query is no id. */
const ids = (most: number) => z.array(z.string().regex(/^[\w-]{1,64}$/)).max(most)

/**
 * What the client sends besides the heartbeat: houses and customer rows in its visible tab; whether it is a data screen,
 * of a farm that is an agent too of its customers' farms instead of its own.
 */
export const ClientFrame = z.object({
  watch: z.object({
    houses: ids(WATCHED_HOUSES),
    customers: ids(WATCHED_CUSTOMERS).default([]),
    wall: z.union([z.boolean(), z.literal('customers')]).default(false),
  }),
})
export type ClientFrame = z.infer<typeof ClientFrame>

/** Our own close codes: the session is over, or the client sent something outside the protocol. */
export const SESSION_OVER = 4401
export const BAD_FRAME = 4400
