import { z } from 'zod'
import { MAP_LENGTH } from '../limits.ts'

/** What may go wrong with a trial as a whole: there is no such bus, the map has a fault, another trial runs, the device. */
export const trialTroubles = ['bus', 'map', 'busy', 'silent', 'noise', 'half', 'otherUnit', 'closed'] as const

/** A map to be tried against a device, as JSON in `Gateway/Question`. The gateway only reads. */
export const TrialQuestion = z.object({
  id: z.string().min(1).max(64),
  /** its name in the configuration of the gateway */
  bus: z.string().min(1).max(60),
  /** address of the device on it */
  unit: z.int().min(0).max(255),
  /** YAML */
  map: z.string().max(MAP_LENGTH),
})
export type TrialQuestion = z.infer<typeof TrialQuestion>

/** The words of a field; or `refused` by the device, `torn`: its halves changed meanwhile, `unread`: there was no time left. */
const FieldAnswer = z.union([
  z.array(z.int().min(0).max(0xffff)).max(4),
  z.enum(['refused', 'torn', 'unread']),
])
export type FieldAnswer = z.infer<typeof FieldAnswer>

/** What the device said, as JSON in `Gateway/Answer`. */
export const TrialAnswer = z.object({
  id: z.string(),
  trouble: z.enum(trialTroubles).nullable(),
  /** the address that answered instead, of `otherUnit` */
  other: z.int().nullable(),
  /** one for each register of the map, in its order; none with a trouble */
  fields: z.array(FieldAnswer),
})
export type TrialAnswer = z.infer<typeof TrialAnswer>

/** The names of a gateway's buses, as JSON in `Gateway/Buses`. */
export const TrialBuses = z.array(z.string())

/**
 * What to think of a value: `good`, `beyond` the range of its signal, `zero` where a measured value seldom is, `none`: the map
 * says that this is no value; or why there is none.
 */
export const trialVerdicts = ['good', 'beyond', 'zero', 'none', 'refused', 'torn', 'unread'] as const
export type TrialVerdict = (typeof trialVerdicts)[number]
