import { z } from 'zod'
import { provenWays, tendedWays } from '../alarm-ways.ts'
import { get, Id, post, secret } from '../endpoint.ts'
import { Search } from '../fields.ts'
import { RECEIPTS } from '../push-content.ts'

const Moment = z.iso.datetime().nullable()

/** A way that the installation has, or lacks. */
const Tended = z.object({
  way: z.enum(tendedWays),
  /** Without it nobody is reached this way. */
  isSetUp: z.boolean(),
  /** Null: it works. */
  deadSince: Moment,
  /** When it last worked, and when its other end last answered a test; null: never, or it does not answer tests. */
  workedAt: Moment,
  echoedAt: Moment,
  /**
   * Whether what it takes is known to arrive: its other end answers tests, is to answer and has not yet, or nothing tests it, only
   * the door is looked at. Null of pushes, which each browser answers by itself, and of the watchdog.
   */
  arrival: z.enum(['proven', 'waiting', 'untested']).nullable(),
})
export type TendedWayNow = z.infer<typeof Tended>

/** How a person is reached. */
const Reached = z.object({
  id: Id,
  name: z.string(),
  ways: z.array(
    z.object({
      way: z.enum(provenWays),
      /** When something last arrived that they, or their device, answered; null: never. */
      provenAt: Moment,
      isProven: z.boolean(),
      /** It leaves the installation: its own part works. */
      isOpen: z.boolean(),
    }),
  ),
})
export type ReachedPerson = z.infer<typeof Reached>

const House = z.object({
  id: Id,
  name: z.string(),
  /** For those who look after several customers. */
  customer: z.string().nullable(),
  /** Whom a critical alarm at this moment would be told, in order; nobody answering. */
  steps: z.array(z.object({ afterMinutes: z.number().int(), people: z.array(Id) })),
  /** Somebody of the first step is phoned or texted; somebody of any. */
  wakesFirst: z.boolean(),
  wakesAnybody: z.boolean(),
})
export type HouseReach = z.infer<typeof House>

const Reach = z.object({
  ways: z.array(Tended),
  people: z.array(Reached),
  houses: z.array(House),
  /** How many there are; only the first are listed. */
  total: z.number().int(),
})
export type Reach = z.infer<typeof Reach>

/** Whom an alarm reaches, and whether that was proven. */
export const alarmWays = {
  reach: get('/admin/auth/alarm-reach', 'house_alarm_rule:query', {
    query: z.object({ search: Search }),
    returns: Reach,
    summary: 'For each house whom a critical alarm now would reach, how, and when each way was last proven.',
  }),
  /** Sent by the worker of a browser when a push arrives, and by the page that a mailed link opens. */
  confirmWay: post(RECEIPTS, 'public', {
    body: z.object({
      token: secret(z.string().min(1).max(300)),
      /** Of the push that arrived. */
      tag: Id.optional(),
    }),
    returns: z.object({ state: z.enum(['proven', 'expired']) }),
    summary: 'Proves that a message arrived, by the word that it carried; may be repeated.',
  }),
}
