import { type FlockClose, flockAccounts } from '#shared/contracts/flock-accounts.ts'
import { closeLacksSay, closePartNames, closeParts, closeRows, closeUnit } from '#shared/flock-close.ts'
import { costKindNames, eggClassNames, eggPriceNames, lotPriceNames } from '#shared/flock-sales.ts'
import { text } from '#shared/text.ts'
import { numberFor, type Reader, shownUnit } from '#shared/units.ts'
import { readClose } from '../../farm/flocks/flock-close.ts'
import { findFlock, seenFlocks } from '../../farm/flocks/flocks.queries.ts'
import type { CellValue } from '../../platform/excel/cell.ts'
import type { Sheet, SheetColumn } from '../../platform/excel/sheet.ts'
import { sheetTitle } from '../../platform/jobs/sheet-words.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { fileName } from '../../platform/pdf/words.ts'

const words = {
  part: text('项目', 'Part'),
  figure: text('指标', 'Figure'),
  unit: text('单位', 'Unit'),
  value: text('本批', 'This flock'),
  before: text('上批 {number}', 'Before: {number}'),
  says: text('说明', 'Remark'),
  saysBefore: text('上批说明', 'Remark on the flock before'),
  lots: text('销售批次', 'Lots sold'),
  eggs: text('售蛋', 'Eggs sold'),
  costs: text('成本', 'Costs'),
  day: text('日期', 'Date'),
  birds: text('只数', 'Birds'),
  live: text('活重', 'Live weight'),
  carcass: text('胴体重', 'Carcass weight'),
  condemned: text('不合格', 'Condemned'),
  price: text('单价', 'Price'),
  per: text('计价', 'Paid by'),
  buyer: text('买方', 'Buyer'),
  grade: text('等级', 'Class'),
  count: text('枚数', 'Eggs'),
  weight: text('重量', 'Weight'),
  kind: text('类别', 'Kind'),
  what: text('内容', 'What'),
  amount: text('金额', 'Amount'),
} as const

/** A sheet of rows that are known already. */
function sheetFrom(name: string, columns: SheetColumn[], rows: CellValue[][]): Sheet {
  async function* all() {
    yield rows
  }
  return { name, columns, rows: all() }
}

/** The figures of the close, one a row, as numbers in the reader's units. */
function figuresSheet(close: FlockClose, reader: Reader): Sheet {
  const { language, units } = reader
  const t = (word: keyof typeof words) => words[word][language]
  const cell = (value: number | null, unit: string): CellValue =>
    value === null ? null : unit === '' || unit === 'money' ? value : numberFor(value, unit, units)
  const rows = closeParts.flatMap(part =>
    closeRows(part, close.figures, close.before?.figures ?? null).map(
      ({ label, unit, value, previous, previousLacking, lacking }): CellValue[] => [
        closePartNames[part][language],
        label[language],
        closeUnit(unit, close.currency, reader),
        cell(value, unit),
        ...(close.before ? [cell(previous, unit)] : []),
        lacking ? closeLacksSay(lacking, reader) : '',
        ...(close.before ? [previousLacking ? closeLacksSay(previousLacking, reader) : ''] : []),
      ],
    ),
  )
  const columns: SheetColumn[] = [
    { title: t('part'), kind: 'text', width: 20 },
    { title: t('figure'), kind: 'text', width: 28 },
    { title: t('unit'), kind: 'text' },
    { title: t('value'), kind: 'number' },
    ...(close.before
      ? [{ title: t('before').replace('{number}', close.before.number), kind: 'number' as const, width: 22 }]
      : []),
    { title: t('says'), kind: 'text', width: 40 },
    ...(close.before ? [{ title: t('saysBefore'), kind: 'text' as const, width: 40 }] : []),
  ]
  return sheetFrom(sheetTitle('flock-close', language), columns, rows)
}

/** Lots, eggs and costs as they were entered. */
function accountSheets({ account, currency, seesMoney }: FlockClose, reader: Reader): Sheet[] {
  const { language, units } = reader
  const t = (word: keyof typeof words) => words[word][language]
  const kg = (value: number | null | undefined): CellValue =>
    value == null ? null : numberFor(value, 'kg', units)
  const inKg = (word: keyof typeof words) => `${t(word)} ${shownUnit('kg', units).unit}`
  const price = (value: string | null | undefined): CellValue => (value == null ? null : Number(value))
  const money = `${t('price')} ${currency}`
  const day = { title: t('day'), kind: 'date' as const }
  const sheets = [
    sheetFrom(
      t('lots'),
      [
        day,
        { title: t('birds'), kind: 'whole' },
        { title: inKg('live'), kind: 'number' },
        { title: inKg('carcass'), kind: 'number' },
        { title: t('condemned'), kind: 'whole' },
        { title: money, kind: 'number' },
        { title: t('per'), kind: 'text' },
        { title: t('buyer'), kind: 'text', width: 28 },
      ],
      account.lots.map(lot => [
        lot.day,
        lot.birds,
        kg(lot.liveKg),
        kg(lot.carcassKg),
        lot.condemned ?? null,
        price(lot.price),
        lotPriceNames[lot.per][language],
        lot.buyer,
      ]),
    ),
    sheetFrom(
      t('eggs'),
      [
        day,
        { title: t('grade'), kind: 'text' },
        { title: t('count'), kind: 'whole' },
        { title: inKg('weight'), kind: 'number' },
        { title: money, kind: 'number' },
        { title: t('per'), kind: 'text' },
        { title: t('buyer'), kind: 'text', width: 28 },
      ],
      account.eggs.map(sale => [
        sale.day,
        eggClassNames[sale.grade][language],
        sale.eggs ?? null,
        kg(sale.eggKg),
        price(sale.price),
        eggPriceNames[sale.per][language],
        sale.buyer,
      ]),
    ),
  ]
  if (!seesMoney) return sheets
  const costs = sheetFrom(
    t('costs'),
    [
      { title: t('kind'), kind: 'text' },
      { title: t('what'), kind: 'text', width: 40 },
      { title: `${t('amount')} ${currency}`, kind: 'number' },
    ],
    account.costs.map(({ kind, what, amount }) => [costKindNames[kind][language], what, Number(amount)]),
  )
  return [...sheets, costs]
}

const Request = flockAccounts.closeWorkbook.body

/** The close of a flock as an Excel file. */
export const closeWorkbook: WorkbookSource = {
  list: 'flock-close',
  needs: flockAccounts.closeWorkbook.access,
  async workbook({ row, asked }) {
    const { flockId } = Request.parse(row.request)
    const who = await asked()
    const found = await findFlock(who.db, who.viewer.scope, flockId, who.language)
    const close = await readClose({ ...who, services: { store: who.store } }, found)
    const title = sheetTitle('flock-close', row.language)
    return {
      name: fileName(`${title} ${close.number} ${close.houseName}`, found.row.placedOn, close.until),
      // The file shows prices only to those who may see them still.
      ...(close.seesMoney && { alsoNeeds: ['chicken_batch:edit' as const] }),
      seen: () => seenFlocks([found]),
      sheets: [figuresSheet(close, row), ...accountSheets(close, row)],
      timeZone: row.timeZone,
      total: 1,
    }
  },
}
