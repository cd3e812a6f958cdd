import { z } from 'zod'
import { directionNames, ruleLevelNames, suits } from '#shared/alarm-rules.ts'
import { valuesOf } from '#shared/choices.ts'
import { isFlockFigure, ruleSubject } from '#shared/rule-subjects.ts'
import { houseTypes } from '#shared/signals.ts'
import { isTimeZone } from '#shared/zone-time.ts'
import { StartError } from '../../platform/start-error.ts'
import type { FarmRule } from '../alarms/farm-rules.ts'

const clause = { metric: z.string(), direction: z.enum(valuesOf(directionNames)), limit: z.number() }
const watched = (metric: string) => ruleSubject(metric) !== undefined && !isFlockFigure(metric)
const isClause = ({ metric, direction }: { metric: string; direction: keyof typeof directionNames }) =>
  watched(metric) && suits(direction, metric)
const sense = 'asks what no controller reports, or compares it in a way that makes no sense'

const Rule = z
  .strictObject({
    ...clause,
    forMinutes: z.number().int().min(0).max(240).default(0),
    level: z.enum(valuesOf(ruleLevelNames)).default('warning'),
    houseType: z.enum(houseTypes).nullable().default(null),
    condition: z.strictObject(clause).refine(isClause, sense).nullable().default(null),
  })
  .refine(isClause, sense)

const house = {
  type: z.enum(houseTypes).optional(),
  /** Null: the house is empty. */
  placedOn: z.iso.date().nullable().optional(),
  hatchedOn: z.iso.date().nullable().optional(),
  birds: z.number().int().min(0).optional(),
}
const zone = z.string().refine(isTimeZone, 'is no time zone such as Asia/Shanghai')

/** What readings do not say by themselves: `house.json` beside them. */
const About = z.strictObject({
  ...house,
  timeZone: zone.optional(),
  houses: z.record(z.string(), z.strictObject({ ...house, timeZone: zone.optional() })).default({}),
  /** Heading, or name of a sensor in long files, to metric; null: left out. `house`, `name`, `value` and so on name a role. */
  columns: z.record(z.string(), z.string().nullable()).default({}),
  decimal: z.enum(['.', ',']).optional(),
  dates: z.enum(['dmy', 'mdy']).optional(),
  encoding: z.string().optional(),
  /** Without a report for so long the house is silent; by default three usual distances between two. */
  silentAfterMinutes: z.number().positive().optional(),
  rules: z.array(Rule).default([]),
})
export type About = z.infer<typeof About>
export type AboutHouse = About['houses'][string]

/** Checks what is told about the houses. Throws StartError with each wrong field. */
export function aboutOf(file: string, input: unknown): About {
  const { success, data, error } = About.safeParse(input)
  if (success) return data
  const lines = error.issues.map(
    ({ path, message }) => `${file}, ${path.join('.') || 'all of it'}: ${message}`,
  )
  throw new StartError(lines.join('\n'))
}

/** The rules as the server holds those of a farm. */
export const farmRulesOf = ({ rules }: About): FarmRule[] =>
  rules.map((rule, i) => ({
    ...rule,
    id: String(i + 1),
    officePath: '1.',
    farmPath: '1.',
    houseId: null,
    forDays: 1,
    receivers: 'everybody',
    ways: [],
  }))
