import { z } from 'zod'
import { Id } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { TREATMENT_DAYS, WITHDRAWAL_DAYS } from '../flocks.ts'
import { text } from '../text.ts'
import { Treatment } from './flock-records.ts'

/** A medicine or vaccine in a row of a sheet: in which flock, from which day on and for how many days it was given. */
export const TreatmentRow = Treatment.omit({ until: true, step: true }).extend({
  flockId: Id,
  day: z.iso.date(),
  /** Days it was given, the first included; one where nobody said. */
  days: z.number().int().min(1).max(TREATMENT_DAYS).nullish(),
  /** As recorded already where nobody says; a medicine that is new must say it. */
  withdrawalDays: z.number().int().min(0).max(WITHDRAWAL_DAYS).nullish(),
  /** Where the record of that day asks for one. */
  reason: z.string().trim().max(300).default(''),
})
export type TreatmentRow = z.output<typeof TreatmentRow>

const Filter = z.object({
  flockId: Id.optional(),
  houseId: Id.optional(),
  firstDay: z.iso.date().optional(),
  lastDay: z.iso.date().optional(),
})

const path = '/admin/auth/flock-treatments'
const noun = text('用药与免疫', 'medicines and vaccinations')

/** Medicines and vaccinations in Excel, and from a farm's own file: they become part of the records of their days. */
export const flockTreatments = {
  ...excelExport(path, 'chicken_batch', { filter: Filter, noun }),
  ...excelImport(path, 'chicken_batch', noun),
}
