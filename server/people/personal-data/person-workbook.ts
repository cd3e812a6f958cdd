import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { users } from '#shared/contracts/users.ts'
import { momentOf } from '#shared/dates.ts'
import { Id } from '#shared/endpoint.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { consentLog } from '../../platform/database/tables/consents.ts'
import {
  loginLog,
  noticeMessage,
  operationHistory,
  screenVisit,
} from '../../platform/database/tables/histories.ts'
import { account, accountRole, office, role } from '../../platform/database/tables/offices.ts'
import type { CellValue } from '../../platform/excel/cell.ts'
import type { Sheet } from '../../platform/excel/sheet.ts'
import { say } from '../../platform/http/texts.ts'
import { JobFailed } from '../../platform/jobs/running-job.ts'
import { sheetTitle, titleOf, wordOf } from '../../platform/jobs/sheet-words.ts'
import type { Exporting, Workbook, WorkbookSource } from '../../platform/jobs/workbook.ts'
import { maskedIdCard, openIdCard } from '../accounts/id-card.ts'
import { type Of, type Part, type PersonColumn, parts } from './person-sheets.ts'

/** Rows read per statement. */
const CHUNK = 1_000
const Request = z.object({ id: Id })

/** Tables that grow over the years: progress is counted by them. */
const counted: readonly [PgTable, PgColumn][] = [
  [operationHistory, operationHistory.actorId],
  [loginLog, loginLog.accountId],
  [screenVisit, screenVisit.accountId],
  [noticeMessage, noticeMessage.accountId],
  [consentLog, consentLog.actorId],
]

function cellOf({ field, words }: PersonColumn, row: object, language: Of['asked']['language']): CellValue {
  const value = (row as Record<string, unknown>)[field]
  if (value === null || value === undefined) return null
  if (words) return wordOf(words, value, language)
  if (value instanceof Date) return value.getTime()
  if (typeof value === 'number') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Reads a part in chunks; rechecks who asks with each. */
async function* rowsOf(part: Part, of: Of, work: Exporting, through: (rows: number) => Promise<void>) {
  let last: number | string | undefined
  for (;;) {
    await work.asked()
    const rows = await part.read(of, last, CHUNK)
    if (rows.length === 0) return
    yield rows.map(row => part.columns.map(column => cellOf(column, row, of.asked.language)))
    await through(rows.length)
    if (rows.length < CHUNK) return
    last = rows.at(-1)?.id
  }
}

/** The account itself, one line per fact; the whole id card number only for its owner. */
async function profileSheet({ db, asked, person }: Of, timeZone: string): Promise<Sheet> {
  const { language, appSecret, viewer } = asked
  const [where] = await db.select().from(office).where(eq(office.id, person.officeId))
  const roles = await db
    .select({ 'en-US': role.englishName, 'zh-CN': role.chineseName })
    .from(accountRole)
    .innerJoin(role, eq(role.id, accountRole.roleId))
    .where(eq(accountRole.accountId, person.id))
  const at = (time: Date | null) => time && `${momentOf(time, language, timeZone)} (${timeZone})`
  const isOwn = viewer.accountId === person.id
  const { username, actualName, email, phone, job, idCard } = person
  const known = (words: string, value: unknown) => (value === null ? null : wordOf(words, value, language))
  const number = isOwn && idCard !== null ? openIdCard(appSecret, person.id, idCard) : null
  const values: Record<string, CellValue> = {
    username,
    actualName,
    email,
    phone,
    sex: known('sex', person.sex),
    job,
    idCard: number ?? maskedIdCard(appSecret, person.id, idCard),
    officeId: where ? bothNames(where)[language] : null,
    roleIds: roles.map(names => textIn(names, language)).join(', '),
    language: person.language,
    timeZone: person.timeZone,
    units: person.units,
    picture: wordOf('yesNo', person.avatarId !== null, language),
    createdAt: at(person.createdAt),
    lastActiveAt: at(person.lastActiveAt),
  }
  const rows = Object.entries(values).map(([field, value]) => [titleOf('users', field, language), value])
  return {
    name: sheetTitle('person-profile', language),
    columns: [
      { title: say(language, 'chart.fact'), kind: 'text', width: 26 },
      { title: say(language, 'chart.value'), kind: 'text', width: 60 },
    ],
    rows: [rows],
  }
}

async function workbookOf(work: Exporting, id: string): Promise<Workbook> {
  const asked = await work.asked()
  const { language } = asked
  const { timeZone } = work.row
  // The asker must see the person. The person's data may be stored where they were before.
  const [person] = await asked.db.select().from(account).where(eq(account.id, id))
  if (!person) throw new JobFailed('access.forbidden')
  const of: Of = { db: asked.store.scoped(SYSTEM), asked, person }
  const counts = await Promise.all(counted.map(([table, column]) => of.db.$count(table, eq(column, id))))
  const total = counts.reduce((sum, rows) => sum + rows, 0)
  let done = 0
  const through = async (rows: number) => {
    done += rows
    await work.progress(Math.min(done, total), total)
  }
  const sheets = parts.map(
    (part): Sheet => ({
      name: sheetTitle(`person-${part.name}`, language),
      columns: part.columns.map(({ field, kind, width }) => {
        const title = titleOf('person', field, language)
        const named = kind === 'instant' ? `${title} (${timeZone})` : title
        return { title: named, kind, ...(width !== undefined && { width }) }
      }),
      rows: rowsOf(part, of, work, through),
    }),
  )
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  const name = `${sheetTitle('person-profile', language)} ${person.username} ${day}`
  return { name, sheets: [await profileSheet(of, timeZone), ...sheets], timeZone, total }
}

/** Everything stored about the asker. */
export const ownData: WorkbookSource = {
  list: 'own-data',
  needs: null,
  workbook: async work => workbookOf(work, (await work.asked()).viewer.accountId),
}

/** Everything stored about another person, for those who may change them. */
export const userData: WorkbookSource = {
  list: 'user-data',
  needs: users.exportData.access,
  workbook: work => workbookOf(work, Request.parse(work.row.request).id),
}
