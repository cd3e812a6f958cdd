import { z } from 'zod'
import { conditions } from '../alarms.ts'
import { deviceStatuses } from '../devices.ts'
import { del, get, Id, post, secret } from '../endpoint.ts'
import { urgencies } from '../house-urgency.ts'
import { line } from '../line.ts'
import { houseTypes, severities } from '../signals.ts'

/** Most walls one person may have at a time. */
export const WALLS_MAX = 20

/** How houses are counted, mildest first: by urgency, emergencies among the alarms. */
export const wallStates = ['normal', 'watch', 'offline', 'alarm'] as const
export type WallState = (typeof wallStates)[number]

const count = z.number().int()

/** Houses that are in no sum because their meter is in doubt. */
const LeftOut = z.object({ eggs: count, feed: count, water: count })

/** A figure and its difference from the breed standard, in the same unit; null if no breed has one. */
const Compared = z.object({ actual: z.number(), difference: z.number().nullable() })

/** What the wall shows. Farms that do not share are counted but are in no other figure. */
export const DataScreen = z.object({
  /** Name of the viewer's organisation. */
  name: z.string(),
  timeZone: z.string(),
  /** A farm looks at its own houses, which take the place of farms. */
  isFarm: z.boolean(),
  farms: count,
  houses: count,
  /** Since the beginning of the month. */
  newFarms: count,
  newHouses: count,
  notShared: z.object({ farms: count, houses: count }),
  birds: count,
  /** Houses with birds. */
  occupied: count,
  /** Houses whose flock has had no record for long: they are not in the survival, since nobody knows how it fares. */
  silent: count,
  states: z.record(z.enum(wallStates), count),
  birdsByType: z.record(z.enum(houseTypes), count),
  /** Eggs of the previous day per 100 hens. */
  layingRate: Compared.nullable(),
  /** Share of the placed birds that did not die, % */
  survival: Compared.nullable(),
  /** Of the devices that serve these houses. */
  devices: z.record(z.enum(deviceStatuses), count),
  /** Farms, or houses of a farm, that have coordinates. */
  places: z.array(
    z.object({
      id: Id,
      name: z.string(),
      city: z.string().nullable(),
      longitude: z.number(),
      latitude: z.number(),
      /** A farm has the urgency of its worst house. */
      urgency: z.enum(urgencies),
      houses: count,
    }),
  ),
  /** The latest of the last day, newest first. */
  alarms: z.array(
    z.object({
      id: Id,
      code: z.string(),
      level: z.enum(severities),
      condition: z.enum(conditions),
      at: z.iso.datetime(),
      house: z.string(),
      /** Null on a farm's own screen. */
      farm: z.string().nullable(),
    }),
  ),
  /** Names of who is on call now for the own farm, in the order in which they are told; null: no plan, or not one's own farm. */
  onCall: z.array(z.string()).nullable(),
  /**
   * Share of the last day's quarter hours, %, in which the mean temperature was within `IN_TARGET_K` of the
   * controller's target; best first. Leaves out houses without reports.
   */
  ranking: z.array(z.object({ id: Id, name: z.string(), inTarget: z.number(), houses: count })),
  /** For all together; null without reports. */
  inTarget: z.number().nullable(),
  /** Days that are over for all houses, oldest first. The laying rate only covers houses whose breed has a standard. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      eggs: z.number().nullable(),
      rate: z.number().nullable(),
      standard: z.number().nullable(),
      /** Houses that the laying rate leaves out, since the number of their hens is not known. */
      uncounted: count,
      feed: z.number().nullable(),
      water: z.number().nullable(),
      leftOut: LeftOut,
    }),
  ),
  /** Time of the oldest prepared figures; null before the first. */
  preparedAt: z.iso.datetime().nullable(),
})
export type DataScreen = z.infer<typeof DataScreen>

const Wall = z.object({
  id: Id,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Wall = z.infer<typeof Wall>

const path = '/admin/auth/data-screen'

/** The data screen, and the tokens of walls that show it: they open it, read only, until they are revoked. */
export const dataScreen = {
  figures: get(path, 'retech_datav:query', {
    query: z.object({
      /** For a farm that is an agent too: the farms of its customers instead of its own houses. */
      of: z.literal('customers').optional(),
    }),
    returns: DataScreen,
  }),
  /** One's own; like removing one, still possible for somebody who may no longer see the screen. */
  walls: get(`${path}/walls`, 'signedIn', { returns: z.array(Wall) }),
  createWall: post(`${path}/walls`, 'retech_datav:query', {
    wantsProof: true,
    body: z.object({ name: line(60).min(1) }),
    /** The token itself is returned only this once. */
    returns: Wall.extend({ token: secret(z.string()) }),
    says: { 'en-US': 'Set up wall {name}', 'zh-CN': '新建大屏“{name}”' },
  }),
  removeWall: del(`${path}/walls/:id`, 'signedIn', {
    whenReadOnly: true,
    returns: z.null(),
    says: { 'en-US': 'Revoked a wall', 'zh-CN': '吊销大屏' },
  }),
}
