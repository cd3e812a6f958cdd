import { z } from 'zod'
import { heaters } from '../house-equipment.ts'
import { litters } from '../litter.ts'
import { settingGroupKeys } from '../signals.ts'
import { figureKeys } from '../what-if/figures.ts'
import { harmKinds } from '../what-if/harm-kinds.ts'
import { moveKinds } from '../what-if/moves.ts'
import { concerns, courses } from '../what-if/verdict.ts'
import { EnergyPrices } from './energy-prices.ts'

/** Like `RunSample`: ten-minute means, at their end. */
const Sample = z.object({
  at: z.number(),
  temperature: z.number(),
  humidity: z.number(),
  co2: z.number(),
  nh3: z.number(),
  level: z.number(),
  airflow: z.number(),
  fanKwh: z.number(),
  heatKwh: z.number(),
  outside: z.number(),
  light: z.number(),
})
const Figures = z.record(z.enum(figureKeys), z.number())
const Cells = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]))
const Run = z.object({ samples: z.array(Sample), figures: Figures })

/** The next 24 hours of a house with today's settings and with those of a draft, as its model computes them. */
export const TriedOut = z.object({
  timeZone: z.string(),
  /** ms since 1970 */
  from: z.number(),
  today: Run,
  changed: Run,
  goals: z.object({
    cold: z.number(),
    highAlarm: z.number(),
    standard: z.number(),
    co2: z.number(),
    nh3: z.number(),
    humidity: z.object({ low: z.number(), high: z.number() }),
    air: z.number(),
  }),
  judged: z.record(z.enum(figureKeys), z.enum(['better', 'watch', 'same'])),
  verdict: z.object({
    /** Limits beyond which birds die or are harmed: ppm or °C, and minutes from the start. */
    harms: z.array(
      z.object({
        kind: z.enum(harmKinds),
        limit: z.number(),
        afterMin: z.number(),
        peak: z.number(),
        isDeadly: z.boolean(),
        isNew: z.boolean(),
      }),
    ),
    course: z.enum(courses),
    /** What gets worse, gravest first. */
    concerns: z.array(z.enum(concerns)),
  }),
  /** A move that makes up for what gets worse, as the model ran it with the draft; null if none does. */
  suggestion: z
    .object({
      kind: z.enum(moveKinds),
      /** The group of its cells, not always that of the draft. */
      group: z.enum(settingGroupKeys),
      cells: Cells,
      /** The same cells with the draft alone. */
      before: Cells,
      figures: Figures,
    })
    .nullable(),
  /** What the farm pays for energy; null if it has not said. */
  prices: EnergyPrices.nullable(),
  /** Moves that were run and do not make up for it. */
  vain: z.array(z.enum(moveKinds)),
  /** What the model assumes about the house: its birds and its equipment. */
  assumed: z.object({
    birds: z.object({
      count: z.number(),
      /** days, kg per bird, kg of egg per bird and day */
      age: z.number(),
      weight: z.number(),
      eggMass: z.number(),
      litter: z.enum(litters).nullish(),
    }),
    /** The weight was reported by the controller; otherwise it is that of the breed standard. */
    isWeightTold: z.boolean(),
    /** Its equipment is on record; otherwise it is what houses of its type and size usually have. */
    isEquipmentTold: z.boolean(),
    /** m³/h of all its fans in free air, W */
    airflow: z.number(),
    heating: z.number(),
    heaters: z.enum(heaters),
    /** Who forecast the weather of these 24 hours; null: it is that of the last 24, as the house measured it. */
    forecastBy: z.string().nullable(),
  }),
  /** Mean absolute error of the model over the last 24 hours against what was measured: °C, %, ppm; null without a sensor. */
  error: z.object({
    temperature: z.number().nullable(),
    humidity: z.number().nullable(),
    co2: z.number().nullable(),
  }),
})
export type TriedOut = z.infer<typeof TriedOut>

/** The limit that a house passes if nobody does anything. */
export const TimeLeft = z.object({
  kind: z.enum(harmKinds),
  /** °C, ppm */
  limit: z.number(),
  /** min from now */
  afterMin: z.number().int(),
  /** When that is, no more exactly than the model knows. ms since 1970 */
  at: z.number(),
  birds: z.number().int(),
  /** The house until then: ms since 1970, and °C or ppm. */
  course: z.object({ at: z.array(z.number()), values: z.array(z.number()) }),
  /** It has no power. */
  withoutPower: z.boolean(),
})
export type TimeLeft = z.infer<typeof TimeLeft>
