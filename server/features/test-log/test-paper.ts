import { encode } from 'uqr'
import { z } from 'zod'
import { type LoggedTest, PAPER_ENTRIES, testLogContract } from '#shared/contracts/test-log.ts'
import { dateOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { testKinds } from '#shared/test-log.ts'
import { factsSay } from '#shared/test-words.ts'
import { text } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import { JobFailed } from '../../platform/jobs/running-job.ts'
import { sheetTitle } from '../../platform/jobs/sheet-words.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { type Box, lineHeight, type Paper, page, WIDTH, writePaper } from '../../platform/pdf/paper.ts'
import { drawHead, sayer } from '../../platform/pdf/parts.ts'
import { dayAndClock, fileName, madeBy } from '../../platform/pdf/words.ts'
import { entriesOfDays, type FoundEntry, shownEntries } from './test-log.queries.ts'

const words = {
  verify: text(
    '每条记录均由服务器签名，并与前一条相链。扫描二维码，或在 {address} 输入编码，无需账号即可核验。',
    'The server signed each entry and chained it to the one before. Scan its code, or enter it at {address}, to verify it without an account.',
  ),
  key: text('签名密钥 {keys}', 'Signing keys {keys}'),
  none: text('期间没有测试记录', 'No test is recorded for these days'),
  passed: text('合格', 'Passed'),
  failed: text('不合格', 'Failed'),
  allHouses: text('全部鸡舍', 'All houses'),
  by: text('记录人 {name}', 'Recorded by {name}'),
  corrected: text('已由第 {number} 条更正', 'corrected by entry {number}'),
  notShared: text('无权读取测试记录', 'You may not read this log'),
  more: text('仅列出最新的 {count} 条', 'Only the newest {count} entries are shown'),
} as const

/** Height of an entry with its code, and the code's side. Points. */
const CODE = 62
const GAP = 8
const NUMBER = 34
const TEXT = WIDTH - CODE - NUMBER - 2 * GAP

/** Draws a QR code, each row of modules as few boxes as it has runs. */
function drawCode(paper: Paper, value: string, { x, y, width }: Pick<Box, 'x' | 'y' | 'width'>): void {
  const { data, size } = encode(value, { ecc: 'M', border: 0 })
  const module = width / size
  for (const [row, cells] of data.entries()) {
    let from = 0
    while (from < size) {
      if (!cells[from]) {
        from++
        continue
      }
      let to = from
      while (to < size && cells[to]) to++
      // A hair wider, so that no viewer shows lines between rows.
      paper.fill(
        { x: x + from * module, y: y + row * module, width: (to - from) * module, height: module * 1.02 },
        'text',
      )
      from = to
    }
  }
}

interface Line {
  text: string
  ink?: 'quiet' | 'faint' | 'ok' | 'alarm' | 'text'
  isStrong?: boolean
}

/** What stands beside the code of an entry. */
function linesOf(entry: LoggedTest, reader: Reader): Line[] {
  const { language } = reader
  const t = sayer(reader)
  const { at, timeZone, house, item, isPassed, facts, people, correctedBy, hash, customer } = entry
  const [first] = people
  const result: Line[] =
    isPassed === null
      ? []
      : [{ text: t(isPassed ? words.passed : words.failed), ink: isPassed ? 'ok' : 'alarm', isStrong: true }]
  const about = [dayAndClock(new Date(at), timeZone, language), customer, house?.name ?? t(words.allHouses)]
  return [
    { text: `${testKinds[facts.kind][language]} · ${item[language]}`, isStrong: true },
    { text: about.filter(Boolean).join(' · '), ink: 'quiet' },
    ...result,
    { text: factsSay(entry, reader).join(' · ') },
    { text: [t(words.by, { name: first?.name ?? '–' }), first?.words].filter(Boolean).join(' · ') },
    ...(correctedBy === null
      ? []
      : [{ text: t(words.corrected, { number: String(correctedBy) }), ink: 'alarm' as const }]),
    { text: `${entry.code} · SHA-256 ${hash}`, ink: 'faint' },
  ]
}

const SIZE = 8

/** Draws an entry from `y` down; answers where it ends. */
function drawEntry(
  paper: Paper,
  entry: LoggedTest,
  { lines, address, y }: { lines: readonly Line[]; address: string; y: number },
): number {
  const x = page.left + NUMBER
  paper.write(String(entry.number), page.left, y, { size: 11, weight: 'strong', width: NUMBER - GAP })
  let at = y
  for (const { text, ink = 'text', isStrong } of lines)
    at = paper.paragraph(text, x, at, { size: SIZE, ink, weight: isStrong ? 'strong' : 'plain', width: TEXT })
  drawCode(paper, `${address}${hrefOf(paths.testRecord, { code: entry.code })}`, {
    x: page.right - CODE,
    y,
    width: CODE,
  })
  const end = Math.max(at, y + CODE) + GAP / 2
  paper.line(
    [
      [page.left, end],
      [page.right, end],
    ],
    'line',
    { width: 0.5 },
  )
  return end + GAP / 2
}

interface Drawn {
  entries: readonly LoggedTest[]
  isWhole: boolean
  keys: readonly string[]
  farm: string
  form: { firstDay: string; lastDay: string; origin: string }
}

/** Draws the log, newest first: each entry with the code by which anybody can verify it. */
export function drawLog(paper: Paper, { entries, isWhole, keys, farm, form }: Drawn, reader: Reader): void {
  const { language } = reader
  const t = sayer(reader)
  const address = form.origin.replace(/\/$/, '')
  const over = () => {
    paper.addPage()
    return (
      drawHead(paper, {
        title: sheetTitle('test-log', language),
        says: [farm],
        days: `${dateOf(form.firstDay, language)} – ${dateOf(form.lastDay, language)}`,
        aside: [],
      }) + 10
    )
  }
  const how = { size: 7.5, ink: 'quiet', width: WIDTH } as const
  let y = paper.paragraph(
    t(words.verify, { address: `${address}${paths.testRecord}` }),
    page.left,
    over(),
    how,
  )
  if (keys.length > 0)
    y = paper.paragraph(t(words.key, { keys: keys.join(', ') }), page.left, y, { ...how, ink: 'faint' })
  y += GAP
  if (entries.length === 0) paper.write(t(words.none), page.left, y, { ink: 'quiet' })
  for (const entry of entries) {
    const lines = linesOf(entry, reader)
    const height = lines.reduce(
      (sum, { text, isStrong }) =>
        sum +
        paper.linesOf(text, { size: SIZE, weight: isStrong ? 'strong' : 'plain', width: TEXT }) *
          lineHeight(SIZE),
      0,
    )
    if (y + Math.max(height, CODE) > page.bottom) y = over()
    y = drawEntry(paper, entry, { lines, address, y })
  }
  if (!isWhole)
    paper.write(t(words.more, { count: String(PAPER_ENTRIES) }), page.left, y, { size: 7.5, ink: 'faint' })
}

const Request = testLogContract.printTests.body.extend({ origin: z.string() })
const NEEDS = testLogContract.printTests.access

/** The log of some days as PDF. */
export const testLogPaper: WorkbookSource = {
  list: 'test-log',
  // Either of two rights, which is asked below.
  needs: null,
  async workbook(work) {
    const form = Request.parse(work.row.request)
    const first = await work.asked()
    const { language, viewer } = first
    const held = NEEDS.find(grant => viewer.grants.has(grant))
    if (!held) throw new JobFailed(words.notShared)
    const rows: FoundEntry[] = await entriesOfDays(first.db, form, PAPER_ENTRIES + 1)
    const shown = rows.slice(0, PAPER_ENTRIES)
    const entries = await shownEntries(first, shown)
    const farms = [...new Set(entries.map(({ farm }) => farm[language]))]
    const title = sheetTitle('test-log', language)
    const drawn = {
      entries,
      form,
      isWhole: rows.length <= PAPER_ENTRIES,
      keys: [...new Set(shown.map(({ keyId }) => keyId))],
      farm: farms.join(', '),
    }
    return {
      name: fileName(title, form.firstDay, form.lastDay),
      alsoNeeds: [held],
      seen: () => [...new Set(rows.map(({ farmPath }) => farmPath))].map(farmPath => ({ farmPath })),
      draw: path =>
        writePaper(
          path,
          { title, language, made: madeBy(viewer.actualName, work.row.timeZone, language) },
          async paper => drawLog(paper, drawn, first),
        ),
    }
  },
}
