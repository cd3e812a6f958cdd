import type { MedicineRegisterForm } from '#shared/contracts/medicine-register.ts'
import { dateOf } from '#shared/dates.ts'
import { isHens, treatmentKindNames } from '#shared/flocks.ts'
import { text } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import { dateIn } from '#shared/zone-time.ts'
import { type FoundFlock, zoneOf } from '../../farm/flocks/flocks.queries.ts'
import { type Paper, page, WIDTH } from '../../platform/pdf/paper.ts'
import { drawHead, sayer } from '../../platform/pdf/parts.ts'
import { type Cell, drawTable } from '../../platform/pdf/table.ts'
import { count, NOTHING } from '../../platform/pdf/words.ts'
import { broughtFrom, type RegisterRow } from './register-rows.ts'

const words = {
  title: text('兽药使用记录', 'Medicine register'),
  given: text('用药日期', 'Given'),
  house: text('鸡舍 / 批次', 'House, flock'),
  product: text('药品 / 批号', 'Product, batch'),
  dose: text('剂量途径 / 用量', 'Dose, amount'),
  birds: text('只数', 'Birds'),
  against: text('原因 / 供货单位', 'Against, supplier'),
  vet: text('兽医 / 处方', 'Vet, prescription'),
  until: text('休药期至 / 弃蛋期至', 'Until: meat, eggs'),
  noPeriod: text('无', 'none'),
  takenBack: text('已撤回', 'Taken back'),
  eggs: text('蛋 {day}', 'eggs {day}'),
  until1: text('至 {day}', 'to {day}'),
  nothing: text('期间没有用药和免疫记录', 'No medicine or vaccine is recorded for these days'),
  birdsSay: text(
    '未登记只数时为当日存栏（标 *）。',
    'Where no number of birds is recorded, it is all that were alive that morning (*).',
  ),
} as const

interface Drawn {
  rows: readonly RegisterRow[]
  flocks: readonly FoundFlock[]
  form: MedicineRegisterForm
}

/** Draws the register, in the order of houses and days. */
export function drawRegister(paper: Paper, { rows, flocks, form }: Drawn, reader: Reader): void {
  const { language } = reader
  const t = sayer(reader)
  const day = (on: string) => dateOf(on, language)
  const customers = [...new Set(flocks.map(({ customerName }) => customerName).filter(Boolean))]
  const houses = [...new Set(flocks.map(({ houseRow }) => houseRow.name))]
  const over = () => {
    paper.addPage()
    return (
      drawHead(paper, {
        title: t(words.title),
        says: [...customers, houses.length <= SHOWN ? houses.join(', ') : null],
        days: `${day(form.firstDay)} – ${day(form.lastDay)}`,
        aside: [],
      }) + 12
    )
  }
  const top = over()
  if (rows.length === 0) {
    paper.write(t(words.nothing), page.left, top, { ink: 'quiet' })
    return
  }
  const columns = [
    { title: t(words.given), width: 66 },
    { title: t(words.house), width: 68 },
    { title: t(words.product), width: 92 },
    { title: t(words.dose), width: 72 },
    { title: t(words.birds), width: 42, align: 'right' as const },
    { title: t(words.against), width: 58 },
    { title: t(words.vet), width: 56 },
    { title: t(words.until), width: WIDTH - 454 },
  ]
  const end = drawTable(paper, { columns, rows: rows.map(row => cellsOf(row, reader)) }, { y: top, over })
  paper.write(t(words.birdsSay), page.left, end + 4, { size: 7.5, ink: 'faint' })
}
/** Houses that are named above the register. */
const SHOWN = 4

function cellsOf(row: RegisterRow, reader: Reader): Cell[] {
  const { found, treatment, from, to, birds, isAllBirds, isBrought, meatUntil, eggsUntil, takenBack } = row
  const { language } = reader
  const t = sayer(reader)
  const day = (on: string) => dateOf(on, language)
  const two = (main: string, under: string | null | undefined): Cell => ({
    text: main || NOTHING,
    under: under || NOTHING,
  })
  const eggs = isHens(found.row)
    ? t(words.eggs, { day: eggsUntil === null ? t(words.noPeriod) : day(eggsUntil) })
    : null
  return [
    two(day(from), to === from ? null : t(words.until1, { day: day(to) })),
    isBrought ? two(t(broughtFrom), found.row.number) : two(found.houseRow.name, found.row.number),
    two(
      treatment.name,
      [treatmentKindNames[treatment.kind][language], treatment.batch].filter(Boolean).join(' · '),
    ),
    two([treatment.dose, treatment.route].filter(Boolean).join(', '), treatment.amount),
    { text: birds === null ? NOTHING : `${count(birds, reader)}${isAllBirds ? ' *' : ''}` },
    two(treatment.against ?? '', treatment.supplier),
    two(treatment.vet ?? '', treatment.prescription),
    takenBack
      ? two(t(words.takenBack), `${takenBack.by} ${day(dateIn(zoneOf(found), takenBack.at))}`)
      : {
          text: meatUntil === null ? t(words.noPeriod) : day(meatUntil),
          ...(eggs !== null && { under: eggs }),
        },
  ]
}
