import { z } from 'zod'
import { del, get, Id, post } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { line } from '../line.ts'
import { houseTypes } from '../signals.ts'
import { type OwnMeasure, ownMeasureNames, ownMeasures } from '../standards/own-standard.ts'
import { text } from '../text.ts'

/** A standard as it is stored and compared with: see `StandardTable`. */
export const OwnStandard = z.object({
  id: Id,
  name: z.string(),
  houseTypes: z.array(z.enum(houseTypes)),
  period: z.string(),
  source: z.object({
    publisher: z.string(),
    publication: z.string(),
    edition: z.string(),
    obtained: z.string(),
    confidence: z.string(),
    caveat: z.object({ 'zh-CN': z.string(), 'en-US': z.string() }),
  }),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.union([z.number(), z.string(), z.null()]))),
})
export type OwnStandard = z.infer<typeof OwnStandard>

const measures = Object.fromEntries(
  ownMeasureNames.map(name => [name, z.number().min(0).max(ownMeasures[name].most).nullish()]),
) as Record<OwnMeasure, z.ZodOptional<z.ZodNullable<z.ZodNumber>>>

/** A week of 200 is older than any flock. */
const Age = z.number().int().min(0).max(1_400)
const period = z.enum(['day', 'week'])

export const StandardRow = z.object({ age: Age, ...measures })

const about = {
  name: line(80).min(1),
  houseType: z.enum(houseTypes),
  /** Who says so: a publisher, a hatchery, the farm itself. */
  source: line(120).min(1),
  edition: line(60).default(''),
  /** Whether the ages are days or weeks. */
  period,
}

export const StandardForm = z.object({ ...about, rows: z.array(StandardRow).min(2).max(700) })
export type StandardForm = z.output<typeof StandardForm>

/** A row of a sheet: what the standard is, and one age of it. */
export const StandardSheetRow = z.object({ ...about, ...StandardRow.shape })

export const BreedStandard = OwnStandard.extend({
  /** Whether it is the viewer’s own office’s, who may delete it; others are published by an office above. */
  isOwn: z.boolean(),
  /** Flocks compared with it, as far as the viewer sees them. */
  flocks: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type BreedStandard = z.infer<typeof BreedStandard>

const path = '/admin/auth/breed-standards'
const permission = 'chicken_batch'
const all = text('品种标准', 'breed standards')

/** Standards that farms keep for themselves, and those that the provider publishes to all. */
export const breedStandards = {
  ...excelExport(path, permission, { filter: z.object({}), noun: all }),
  ...excelImport(path, permission, all),
  list: get(path, `${permission}:query`, { returns: z.array(BreedStandard) }),
  create: post(path, `${permission}:edit`, {
    body: StandardForm,
    returns: BreedStandard,
    says: text('新增品种标准 {name}', 'Added breed standard {name}'),
  }),
  /** One that flocks are compared with stays. */
  remove: del(`${path}/:id`, `${permission}:edit`, {
    returns: z.null(),
    says: text('删除品种标准 {name}', 'Deleted breed standard {name}'),
  }),
}
