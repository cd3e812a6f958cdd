import { z } from 'zod'
import { figureKeys } from '../alarm-figures.ts'
import { get, Id } from '../endpoint.ts'

const number = z.number().int()

/** Days that figures may cover, up to today. */
export const figureDays = ['7', '30', '90'] as const

const CountedRule = z.object({
  code: z.string(),
  /** Of a farm's own rule that still exists; null for any other. */
  ruleId: Id.nullable(),
  ruleName: z.string().nullable(),
  /** Whose rule it is; null for the customer's own people. */
  customer: z.string().nullable(),
  /** Of its alarms, those that count for the figure. */
  alarms: number,
})
export type CountedRule = z.infer<typeof CountedRule>

const WorstRule = CountedRule.extend({
  /** Of all alarms, from 0 to 1. */
  share: z.number(),
  chattering: number,
  /** How often they woke somebody at night. */
  night: number,
  /** With a cause that says something of the rule, and of them those in vain. */
  judged: number,
  noise: number,
})
export type WorstRule = z.infer<typeof WorstRule>

export const AlarmFigures = z.object({
  /** First and last day, by the viewer's calendar. */
  from: z.iso.date(),
  to: z.iso.date(),
  farms: number,
  houses: number,
  alarms: number,
  /** Of them, reported only afterwards: nobody was told. */
  late: number,
  /** Each figure beside its goal; null while nothing was counted for it. */
  figures: z.record(z.enum(figureKeys), z.number().nullable()),
  /** For each figure that misses its goal, the rules by which it does, most alarms first. */
  toMend: z.partialRecord(z.enum(figureKeys), z.array(CountedRule)),
  levels: z.object({ warning: number, critical: number, emergency: number }),
  /** The rules that rang most, worst first. */
  worst: z.array(WorstRule),
  /** How many there were on each day. */
  course: z.array(z.object({ day: z.iso.date(), alarms: number })),
  /** Customers in scope that are missing here, since they do not share their farm (RA). */
  notShared: number,
})
export type AlarmFigures = z.infer<typeof AlarmFigures>

export const alarmFigures = {
  figures: get('/admin/auth/alarm-figures', 'house_alarm:query', {
    query: z.object({
      days: z.enum(figureDays).default('30'),
      /** A customer, including its farm teams. */
      officeId: Id.optional(),
    }),
    returns: AlarmFigures,
    summary: 'How the alarm system does against the goals of the field, and which rules ring most.',
  }),
}
