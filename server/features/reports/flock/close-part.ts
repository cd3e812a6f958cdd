import type { FlockClose } from '#shared/contracts/flock-accounts.ts'
import { dateOf } from '#shared/dates.ts'
import { closeLacksSay, closePartNames, closeParts, closeRows, closeUnit } from '#shared/flock-close.ts'
import { text } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import { withheldUntil } from '#shared/withdrawal-words.ts'
import { type Paper, page, WIDTH } from '../../../platform/pdf/paper.ts'
import { sayer } from '../../../platform/pdf/parts.ts'
import { drawHeading, drawTable, ROW_HEIGHT } from '../../../platform/pdf/table.ts'
import { bare, NOTHING, number } from '../../../platform/pdf/words.ts'

const words = {
  title: text('结算', 'Close of the flock'),
  figure: text('指标', 'Figure'),
  value: text('本批', 'This flock'),
  before: text('上批 {number}', 'Before: {number}'),
  says: text('说明', 'Remark'),
  counted: text('余料以 {day} 盘点为准。', 'Feed left: stock taken on {day}.'),
  notCounted: text(
    '余料按日报推算，未盘点。',
    'Feed left follows from the daily records; no stock was taken.',
  ),
  clear: text('最后一天不在休药期内。', 'No withdrawal period on the last day.'),
} as const

/** Whether there is anything to close with: the flock has ended, or sales, costs or feed were entered. */
export const hasClose = ({ isClosed, account, figures }: FlockClose): boolean =>
  isClosed || account.version > 0 || figures.values.feedDelivered !== null

/** Titles and two rows. */
const ROOM = 64

/** What an owner closes a flock with, part by part, on pages of its own. */
export function drawClose(paper: Paper, close: FlockClose, reader: Reader, over: () => number): void {
  const t = sayer(reader)
  const { language } = reader
  const { figures, before, currency, seesMoney, feedCountedOn, withdrawal } = close
  const day = (on: string) => dateOf(on, language)
  const right = { align: 'right' as const }
  const columns = [
    { title: t(words.figure), width: 150 },
    { title: t(words.value), width: 90, ...right },
    ...(before ? [{ title: t(words.before, { number: before.number }), width: 100, ...right }] : []),
    { title: t(words.says), width: WIDTH - 240 - (before ? 100 : 0) },
  ]
  const say = (value: number | null, unit: string, decimals: number) =>
    value === null
      ? NOTHING
      : unit === 'money'
        ? `${number(value, Math.max(2, decimals), language)} ${currency}`
        : [bare(value, unit, decimals, reader), closeUnit(unit, currency, reader)].filter(Boolean).join(' ')
  let at = drawHeading(paper, t(words.title), { x: page.left, y: over() })
  const said = [
    withdrawal.meat !== null && t(withheldUntil.meat, { day: day(withdrawal.meat) }),
    withdrawal.eggs !== null && t(withheldUntil.eggs, { day: day(withdrawal.eggs) }),
    withdrawal.meat === null && withdrawal.eggs === null && t(words.clear),
    figures.values.feedUsed !== null &&
      (feedCountedOn ? t(words.counted, { day: day(feedCountedOn) }) : t(words.notCounted)),
  ]
  const how = { size: 8, ink: 'quiet', width: WIDTH, lines: 2 } as const
  at = paper.paragraph(said.filter(Boolean).join(' '), page.left, at, how) + 6
  for (const part of closeParts) {
    if (part === 'money' && !seesMoney) continue
    const rows = closeRows(part, figures, before?.figures ?? null)
    if (rows.length === 0) continue
    if (at + ROOM + ROW_HEIGHT > page.bottom) at = over()
    at = drawHeading(paper, closePartNames[part][language], { x: page.left, y: at })
    const cells = rows.map(({ label, unit, decimals, value, previous, previousLacking, lacking }) => [
      label[language],
      { text: say(value, unit, decimals), isStrong: true },
      ...(before
        ? [
            {
              text: say(previous, unit, decimals),
              ...(previousLacking && { under: closeLacksSay(previousLacking, reader) }),
            },
          ]
        : []),
      lacking ? closeLacksSay(lacking, reader) : '',
    ])
    at = drawTable(paper, { columns, rows: cells }, { y: at, over }) + 10
  }
}
