import { z } from 'zod'
import { flockAlarmCodes } from '../alarms.ts'
import { get, Id, put } from '../endpoint.ts'
import { counters } from '../flock-figures/still-meter.ts'
import { AGENT, CUSTOMER, STAFF } from '../permissions.ts'
import { houseTypes, severities } from '../signals.ts'
import { OwnStandard } from './breed-standards.ts'
import { DoubtedReading } from './doubts.ts'

const Figure = z.number().nullable()

/** What was recorded for a day that is over: sums of the house, eggs per 100 hens, g and mL per bird. */
const Day = z.object({
  day: z.iso.date(),
  age: z.number().int(),
  dead: Figure,
  culled: Figure,
  eggs: Figure,
  rate: Figure,
  feedKg: Figure,
  feed: Figure,
  waterL: Figure,
  water: Figure,
  /** Birds in the morning, and how many came and left that day. */
  aliveAtStart: Figure,
  movedIn: z.number(),
  sold: z.number(),
  movedOut: z.number(),
  /** As recorded where a counter stood still, L, kg or eggs, and it is not believed. */
  still: z.partialRecord(z.enum(counters), z.number()).optional(),
})

/**
 * What a house's counters say for today until `at`, and for yesterday until the same time of its clock. A counter that cannot
 * be right says nothing; its doubt says why.
 */
const SoFar = z.object({
  at: z.iso.datetime(),
  feedKg: Figure,
  feedKgBefore: Figure,
  waterL: Figure,
  waterLBefore: Figure,
  feedDoubt: DoubtedReading.nullable(),
  waterDoubt: DoubtedReading.nullable(),
})

/** Until when medicine forbids selling, and which. */
const Withheld = z.object({ until: z.iso.date(), by: z.array(z.string()) }).nullable()

/** A flock in its house, as one looks at it in the morning. */
export const FlockThisMorning = z.object({
  id: Id,
  houseId: Id,
  houseName: z.string(),
  timeZone: z.string(),
  type: z.enum(houseTypes),
  breed: z.string().nullable(),
  standard: OwnStandard.nullish(),
  /** As the farm counts, and as standards do. */
  dayAge: z.number().int(),
  age: z.number().int(),
  alive: z.number().int().nullable(),
  /** The males of breeders besides. */
  males: z.number().int().nullable(),
  /** Whether losses are recorded from the placement on: else the number alive is not to be relied on. */
  isRecorded: z.boolean(),
  /** Age at which the birds arrived. */
  placedAge: z.number().int(),
  placedOn: z.iso.date(),
  /** Yesterday at the house, and the last two recorded days up to it, newest first: today is not over. */
  yesterday: z.iso.date(),
  /** The last recorded day of all, however old; null without any. */
  lastRecordOn: z.iso.date().nullish(),
  /** The last day on which somebody entered losses, 0 being a number too; null without any. */
  lossesOn: z.iso.date().nullable(),
  /** Whether somebody recorded today. */
  isTodayTold: z.boolean(),
  days: z.array(Day).max(2),
  /** Null if its controller has reported nothing today. */
  today: SoFar.nullable(),
  /** Mean deaths in the week before the last recorded day. */
  deadMean: Figure,
  /** The flock's standing alarms: the figure of the last day that is over, its limit, and since when they stand. */
  alarms: z.array(
    z.object({
      code: z.enum(flockAlarmCodes),
      level: z.enum(severities),
      value: Figure,
      limit: Figure,
      since: z.iso.datetime().optional(),
    }),
  ),
  /** The last weighing, g, and the age at it. */
  weight: Figure,
  weighedAt: z.number().int().nullable(),
  /** What may not be sold today because of medicine; eggs only of birds that lay. */
  withheld: z.object({ meat: Withheld, eggs: Withheld }).optional(),
})
export type FlockThisMorning = z.infer<typeof FlockThisMorning>

/** Why somebody should look at a house, worst first. */
export const urgentReasons = ['emergency', 'alarm', 'offline', 'dead', 'watch'] as const

/** A house with something wrong, of a customer that shares its farm. */
const UrgentHouse = z.object({
  id: Id,
  name: z.string(),
  customer: z.string(),
  reason: z.enum(urgentReasons),
  /** The gravest active alarm, with its value; null without one. */
  alarm: z.object({ id: Id, code: z.string(), level: z.enum(severities), value: Figure }).nullable(),
  since: z.iso.datetime().nullable(),
  /** Since when nothing is heard, whatever the reason; null while it reports. */
  offlineSince: z.iso.datetime().nullable(),
  /** Where losses are the reason: birds that died on the last recorded day that is over, and the mean of the week before. */
  dead: z.object({ value: z.number().int(), usual: z.number() }).nullable(),
  /** Whatever the reason, what the alarm about its flock's losses says: % of the birds in a day, and its limit; null without. */
  loss: z.object({ value: z.number(), limit: z.number() }).nullable(),
})
export type UrgentHouse = z.infer<typeof UrgentHouse>

export const Round = z.object({
  /** Worst first; the rest is only counted. */
  houses: z.array(UrgentHouse),
  total: z.number().int(),
  /** Houses of customers that share their farm. */
  watched: z.number().int(),
  /** Customers in scope whose houses are missing, since they do not share their farm (RA). */
  notShared: z.number().int(),
})
export type Round = z.infer<typeof Round>

/** What makes a new farm ready, in the order in which it is done. */
export const farmSteps = ['people', 'controller', 'onCall', 'testAlarm', 'access'] as const
/** The same for a new provider: its customers take the place of the plan, and their consents that of its own. */
export const providerSteps = ['people', 'customers', 'controller', 'testAlarm', 'access'] as const

const steps = [...new Set([...farmSteps, ...providerSteps])]

const FirstSteps = z.object({
  /** None for an organisation that is not new. */
  steps: z.array(z.object({ step: z.enum(steps), isDone: z.boolean() })),
  /** The reader does not want to see them. */
  isPutAway: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

const path = '/admin/auth/workplace'
const eitherWorkplace = ['client_workplace:query', 'workplace:query'] as const

/** What people look at first in the morning; houses, alarms, tickets and articles come from their own calls. */
export const workplace = {
  /** The flocks of a farm, for its people. */
  list: get(path, 'client_workplace:query', { kinds: [CUSTOMER], returns: z.array(FlockThisMorning) }),
  /** How many customers let nobody see their farm: they are in no total. */
  sharing: get(`${path}/sharing`, 'workplace:query', {
    kinds: [STAFF, AGENT],
    returns: z.object({ notShared: z.number().int() }),
  }),
  /** Houses with something wrong, at the farms that share. */
  round: get(`${path}/round`, 'chicken_home_manage:query', { kinds: [STAFF, AGENT], returns: Round }),
  firstSteps: get(`${path}/first-steps`, eitherWorkplace, {
    kinds: [CUSTOMER, STAFF],
    returns: FirstSteps,
    summary: 'What a new farm or provider still has to do, each step ticked by what is stored.',
  }),
  putAway: put(`${path}/first-steps`, eitherWorkplace, {
    kinds: [CUSTOMER, STAFF],
    whenReadOnly: true,
    body: FirstSteps.pick({ isPutAway: true }),
    returns: FirstSteps.pick({ isPutAway: true }),
    // Only what the reader sees on the own workplace changes.
    says: null,
  }),
}
