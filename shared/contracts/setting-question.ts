import { z } from 'zod'
import { litters } from '../litter.ts'
import { houseTypes } from '../signals.ts'
import { harmKinds } from '../what-if/harm-kinds.ts'

/** Something outside its safe range: a setting, the rule by its text, and the rule's values. */
export const SettingRisk = z.object({
  field: z.string(),
  message: z.string(),
  values: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  /** Day of age of the point that it is about. */
  day: z.number().optional(),
  /** What stands now is further from the safe range. */
  isBetter: z.boolean().optional(),
})
export type SettingRisk = z.infer<typeof SettingRisk>

/** What must be known before a draft is sent; nothing is asked when there are neither risks nor harms. */
export const SettingQuestion = z.object({
  type: z.enum(houseTypes),
  /** Birds alive in the house. */
  alive: z.number().int(),
  risks: z.array(SettingRisk),
  /** The safe way instead: wire name → value for each of the risky settings. */
  safer: z.record(z.string(), z.union([z.number(), z.boolean(), z.string(), z.null()])),
  /** Days of age of the points that are drafted. */
  days: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  /** What the house's model says of the next hours; null if it cannot be run, or the house is empty. */
  model: z
    .object({
      /** °C outside now, kept as it is. */
      outside: z.number(),
      /** What the birds stand on, where it was told, and whether heaters burn their gas in the house. */
      litter: z.enum(litters).nullable(),
      isUnflued: z.boolean(),
      /** What passes its limit with the draft and not without it: ppm or °C, and minutes from now. */
      harms: z.array(z.object({ kind: z.enum(harmKinds), limit: z.number(), afterMin: z.number().int() })),
    })
    .nullable(),
})
export type SettingQuestion = z.infer<typeof SettingQuestion>
