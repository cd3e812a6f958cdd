import { z } from 'zod'
import { Id, post } from '../endpoint.ts'
import { text } from '../text.ts'
import { Job } from './jobs.ts'
import { ReportedPlace } from './reports.ts'

/** What a register is of: a flock, a house, a customer's or all houses the caller may see, and which days. */
export const MedicineRegisterForm = ReportedPlace.extend({
  flockId: Id.optional(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
})
export type MedicineRegisterForm = z.output<typeof MedicineRegisterForm>

const path = '/admin/auth/medicine-register'
const shape = { body: MedicineRegisterForm, whenReadOnly: true, returns: Job } as const

/** Medicines and vaccines given to birds, as authorities ask for them; made as jobs. */
export const medicineRegister = {
  registerWorkbook: post(`${path}/excel`, 'chicken_batch:export', {
    ...shape,
    says: text(
      '导出 {firstDay} 至 {lastDay} 兽药使用记录（Excel）',
      'Exported the medicine register from {firstDay} to {lastDay} (Excel)',
    ),
  }),
  registerPaper: post(`${path}/pdf`, 'chicken_batch:export', {
    ...shape,
    says: text(
      '导出 {firstDay} 至 {lastDay} 兽药使用记录（PDF）',
      'Exported the medicine register from {firstDay} to {lastDay} (PDF)',
    ),
  }),
}
