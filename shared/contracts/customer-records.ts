import { z } from 'zod'
import { changers, customerStatuses } from '../customers.ts'
import { deviceStatuses, deviceTypes } from '../devices.ts'
import { Id } from '../endpoint.ts'
import { houseTypes } from '../signals.ts'

/** The counts above the list, whatever its filters; for trials, of those still running. */
export const CustomerSummary = z.object({
  customers: z.number().int(),
  houses: z.number().int(),
  online: z.number().int(),
  pending: z.number().int(),
  ended: z.number().int(),
  /** Within 90 days, for a trial within 7. */
  endingSoon: z.number().int(),
  /** With the next maintenance overdue, or within `MAINTENANCE_SOON` days. */
  maintenanceDue: z.number().int(),
})

/** Cell sides that a map may request, in degrees: powers of two, so that their edges are exact. */
export const MAP_CELLS = [64, 32, 16, 8, 4, 2, 1, 0.5] as const
export type MapCell = (typeof MAP_CELLS)[number]

const degrees = (most: number) => z.coerce.number().min(-most).max(most).optional()
/**
 * A part of the earth in degrees, from its western and southern edges up to, not including, the others. `east` is
 * less than `west` across the date line.
 */
export const Box = z.object({
  west: degrees(180),
  south: degrees(90),
  east: degrees(180),
  north: degrees(90),
})
export type Box = z.output<typeof Box>

/** The customers in one cell of the map, as one mark in their middle. */
const Place = z.object({
  longitude: z.number(),
  latitude: z.number(),
  /** The cell: the list filtered by it says who they are. */
  box: Box,
  count: z.number().int(),
  /** How many of them have each status. */
  statuses: z.partialRecord(z.enum(customerStatuses), z.number().int()),
  /** If the mark stands for one. */
  only: z.object({ id: Id, name: z.string() }).nullable(),
})
export type Place = z.infer<typeof Place>

export const Places = z.object({ places: z.array(Place), withoutPlace: z.number().int() })

/** What belongs to a customer, by name; everybody above it may know. */
export const Belongings = z.object({
  houses: z.array(
    z.object({ id: Id, name: z.string(), type: z.enum(houseTypes), birds: z.number().int().nullable() }),
  ),
  users: z.array(
    z.object({
      id: Id,
      username: z.string(),
      actualName: z.string(),
      roles: z.string(),
      email: z.string().nullable(),
      isDisabled: z.boolean(),
      lastActiveAt: z.iso.datetime().nullable(),
    }),
  ),
  devices: z.array(
    z.object({
      id: Id,
      code: z.string(),
      name: z.string(),
      type: z.enum(deviceTypes),
      status: z.enum(deviceStatuses),
    }),
  ),
})
export type Belongings = z.infer<typeof Belongings>

/** Of the update log: a part of an item, a value or a name, and from whom a change came. */
export const ChangeFilter = z.object({
  search: z.string().trim().max(100).optional(),
  by: z.enum(changers).optional(),
})

/** One changed field. Values as stored: days, codes, texts; for a project manager its names. */
export const CustomerChange = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  item: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  by: z.enum(changers),
  actorName: z.string().nullable(),
  /** The actor's roles at the time, in the reader's language. */
  actorRole: z.string().nullable(),
})
export type CustomerChange = z.infer<typeof CustomerChange>
