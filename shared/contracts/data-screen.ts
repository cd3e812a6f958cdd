import { z } from 'zod'
import { conditions } from '../alarms.ts'
import { deviceStatuses } from '../devices.ts'
import { del, get, Id, post, secret } from '../endpoint.ts'
import { line } from '../line.ts'
import { houseTypes, severities } from '../signals.ts'

/** Walls of one person at a time. */
export const WALLS_MAX = 20

/** How a farm or house stands, mildest first; a farm as its worst house. */
export const wallStates = ['normal', 'watch', 'offline', 'alarm'] as const
export type WallState = (typeof wallStates)[number]

const count = z.number().int()

/** A figure and how far it is from the standard of the breeds, in the same unit; null where no breed has one. */
const Compared = z.object({ actual: z.number(), difference: z.number().nullable() })

/** What hangs on the wall. Farms that do not share are counted, and nothing of them is in any other figure. */
export const DataScreen = z.object({
  /** Of the viewer's organisation. */
  name: z.string(),
  timeZone: z.string(),
  /** A farm looks at its own houses: these stand where others see farms. */
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
  states: z.record(z.enum(wallStates), count),
  birdsByType: z.record(z.enum(houseTypes), count),
  /** Eggs of the day before by 100 hens. */
  layingRate: Compared.nullable(),
  /** Birds of those that were placed that did not die, % */
  survival: Compared.nullable(),
  /** Of the devices that serve these houses. */
  devices: z.record(z.enum(deviceStatuses), count),
  /** Farms, or houses of a farm, that have a place on the earth. */
  places: z.array(
    z.object({
      id: Id,
      name: z.string(),
      city: z.string().nullable(),
      longitude: z.number(),
      latitude: z.number(),
      state: z.enum(wallStates),
      houses: count,
    }),
  ),
  /** The newest of the last day, newest first. */
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
  /**
   * Share of the quarters of an hour of the last day, %, in which the mean temperature was within `IN_TARGET_K` of the
   * controller's target; the best first. Houses that told nothing are not in it.
   */
  ranking: z.array(z.object({ id: Id, name: z.string(), inTarget: z.number(), houses: count })),
  /** Of all together; null where nothing was told. */
  inTarget: z.number().nullable(),
  /** Days that all houses have behind them, oldest first. Of the laying rate, houses whose breed has a standard. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      eggs: z.number().nullable(),
      rate: z.number().nullable(),
      standard: z.number().nullable(),
      feed: z.number().nullable(),
      water: z.number().nullable(),
    }),
  ),
  /** The oldest of the prepared figures; null before the first. */
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

/** The data screen, and the tokens of walls on which it hangs: they open it, read only, until they are revoked. */
export const dataScreen = {
  figures: get(path, 'retech_datav:query', { returns: DataScreen }),
  /** One's own, as is taking one down: whoever may no longer see the screen still can. */
  walls: get(`${path}/walls`, 'signedIn', { returns: z.array(Wall) }),
  createWall: post(`${path}/walls`, 'retech_datav:query', {
    wantsProof: true,
    body: z.object({ name: line(60).min(1) }),
    /** The token itself is told this once. */
    returns: Wall.extend({ token: secret(z.string()) }),
    says: { 'en-US': 'Set up wall {name}', 'zh-CN': '新建大屏“{name}”' },
  }),
  removeWall: del(`${path}/walls/:id`, 'signedIn', {
    whenReadOnly: true,
    returns: z.null(),
    says: { 'en-US': 'Revoked a wall', 'zh-CN': '吊销大屏' },
  }),
}
