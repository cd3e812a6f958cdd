import { MedicineRegisterForm, medicineRegister } from '#shared/contracts/medicine-register.ts'
import { isHens, treatmentKindNames } from '#shared/flocks.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { eggDaysOf } from '#shared/withdrawal.ts'
import { seenFlocks } from '../../farm/flocks/flocks.queries.ts'
import { seenEntries } from '../../farm/house-entries/entry-rows.ts'
import type { CellKind, CellValue } from '../../platform/excel/cell.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { JobFailed } from '../../platform/jobs/running-job.ts'
import { sheetTitle } from '../../platform/jobs/sheet-words.ts'
import type { Exporting, WorkbookSource } from '../../platform/jobs/workbook.ts'
import { writePaper } from '../../platform/pdf/paper.ts'
import { fileName, madeBy } from '../../platform/pdf/words.ts'
import { hygieneOf, hygieneSheets } from './hygiene-sheets.ts'
import { drawRegister } from './register-page.ts'
import {
  broughtFrom,
  type RegisterRow,
  registerFault,
  registerFlocks,
  registerRows,
} from './register-rows.ts'

interface Column {
  title: Text
  kind: CellKind
  width?: number
  value: (row: RegisterRow, language: Language) => CellValue
}

/**
 * What Regulation (EU) 2019/6, article 108, asks owners of food-producing animals to record, and the breeding archive of
 * China's Animal Husbandry Law (2022), article 41, of medicines: their source, name, on whom, when and how much.
 */
const columns: readonly Column[] = [
  {
    title: text('鸡舍', 'House'),
    kind: 'text',
    width: 20,
    value: ({ found, isBrought }, language) => (isBrought ? broughtFrom[language] : found.houseRow.name),
  },
  { title: text('批次号', 'Flock'), kind: 'text', value: ({ found }) => found.row.number },
  {
    title: text('类别', 'Kind'),
    kind: 'text',
    value: ({ treatment }, language) => treatmentKindNames[treatment.kind][language],
  },
  { title: text('药品名称', 'Product'), kind: 'text', width: 28, value: ({ treatment }) => treatment.name },
  { title: text('批号', 'Batch'), kind: 'text', value: ({ treatment }) => treatment.batch ?? '' },
  { title: text('首次用药', 'First given'), kind: 'date', value: ({ from }) => from },
  { title: text('最后用药', 'Last given'), kind: 'date', value: ({ to }) => to },
  { title: text('用量', 'Amount used'), kind: 'text', value: ({ treatment }) => treatment.amount ?? '' },
  { title: text('剂量', 'Dose'), kind: 'text', value: ({ treatment }) => treatment.dose },
  { title: text('给药途径', 'Route'), kind: 'text', value: ({ treatment }) => treatment.route },
  { title: text('用药只数', 'Birds treated'), kind: 'whole', value: ({ birds }) => birds },
  {
    title: text('只数来源', 'Birds counted as'),
    kind: 'text',
    value: ({ isAllBirds, birds }, language) =>
      birds === null
        ? ''
        : (isAllBirds ? text('当日存栏', 'all alive that morning') : text('登记', 'recorded'))[language],
  },
  {
    title: text('用药原因', 'Given against'),
    kind: 'text',
    value: ({ treatment }) => treatment.against ?? '',
  },
  { title: text('兽医', 'Veterinarian'), kind: 'text', value: ({ treatment }) => treatment.vet ?? '' },
  {
    title: text('处方号', 'Prescription no.'),
    kind: 'text',
    value: ({ treatment }) => treatment.prescription ?? '',
  },
  { title: text('供货单位', 'Supplier'), kind: 'text', value: ({ treatment }) => treatment.supplier ?? '' },
  {
    title: text('休药期（天）', 'Withdrawal, meat (days)'),
    kind: 'whole',
    value: ({ treatment }) => treatment.withdrawalDays,
  },
  { title: text('休药期至', 'Withdrawal until, meat'), kind: 'date', value: ({ meatUntil }) => meatUntil },
  {
    title: text('弃蛋期（天）', 'Withdrawal, eggs (days)'),
    kind: 'whole',
    value: ({ found, treatment }) => (isHens(found.row) ? eggDaysOf(treatment) : null),
  },
  {
    title: text('弃蛋期至', 'Withdrawal until, eggs'),
    kind: 'date',
    value: ({ found, eggsUntil }) => (isHens(found.row) ? eggsUntil : null),
  },
  { title: text('记录人', 'Recorded by'), kind: 'text', value: ({ by }) => by },
  {
    title: text('撤回人', 'Taken back by'),
    kind: 'text',
    value: ({ takenBack }) => takenBack?.by ?? null,
  },
  {
    title: text('撤回时间', 'Taken back at'),
    kind: 'instant',
    value: ({ takenBack }) => takenBack?.at ?? null,
  },
]

/** The flocks of a request, with whoever asks. */
async function begun({ row, asked }: Exporting) {
  const form = MedicineRegisterForm.parse(row.request)
  const first = await asked()
  const { flocks, fault } = await registerFlocks(first, form)
  if (fault) throw new JobFailed(fault.message)
  const title = sheetTitle('medicine-register', first.language)
  const [only] = flocks
  const name = form.flockId && only ? `${title} ${only.row.number} ${only.houseRow.name}` : title
  return {
    form,
    first,
    flocks,
    title,
    name: fileName(name, form.firstDay, form.lastDay),
    seen: () => seenFlocks(flocks),
  }
}

export const registerWorkbook: WorkbookSource = {
  list: 'medicine-register',
  needs: medicineRegister.registerWorkbook.access,
  async workbook(work) {
    const { form, first, flocks, title, name, seen } = await begun(work)
    const { language, viewer } = first
    const hygiene = await hygieneOf(first, flocks, form)
    async function* rows() {
      for (const found of flocks)
        yield (await registerRows(await work.asked(), found, form)).map(row =>
          columns.map(({ value }) => value(row, language)),
        )
    }
    return {
      name,
      seen: () => [...seen(), ...seenEntries(hygiene)],
      sheets: [
        {
          name: title,
          columns: columns.map(({ title: said, kind, width }) => ({
            title: said[language],
            kind,
            ...(width !== undefined && { width }),
          })),
          rows: rows(),
        },
        ...hygieneSheets(hygiene, first),
      ],
      timeZone: viewer.timeZone,
      total: flocks.length,
    }
  },
}

export const registerPaper: WorkbookSource = {
  list: 'medicine-paper',
  needs: medicineRegister.registerPaper.access,
  async workbook(work) {
    const { form, first, flocks, title, name, seen } = await begun(work)
    const { language, viewer } = first
    return {
      name,
      seen,
      draw: path =>
        writePaper(
          path,
          { title, language, made: madeBy(viewer.actualName, work.row.timeZone, language) },
          async paper => {
            const rows: RegisterRow[] = []
            for (const [i, found] of flocks.entries()) {
              await work.progress(i, flocks.length)
              rows.push(...(await registerRows(await work.asked(), found, form)))
            }
            drawRegister(paper, { rows, form, flocks }, first)
          },
        ),
    }
  },
}

const starting = (source: WorkbookSource) => async (call: ChangingCall & { body: MedicineRegisterForm }) => {
  const fault = registerFault(call.body) ?? (await registerFlocks(call, call.body)).fault
  if (fault) throw refuse.invalid([fault])
  return exporting(source)(call)
}

export const medicineRegisterFeature = feature('medicine-register', medicineRegister, {
  registerWorkbook: starting(registerWorkbook),
  registerPaper: starting(registerPaper),
})
