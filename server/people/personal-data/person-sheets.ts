import { and, desc, eq, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { withAmounts } from '#shared/amounts.ts'
import type { Language } from '#shared/text.ts'
import { isSharedWith } from '../../platform/database/consent.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm, alarmStep } from '../../platform/database/tables/alarms.ts'
import { consentLog } from '../../platform/database/tables/consents.ts'
import {
  loginLog,
  noticeChoice,
  noticeMessage,
  operationHistory,
  screenVisit,
} from '../../platform/database/tables/histories.ts'
import { job } from '../../platform/database/tables/jobs.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { type account, office, session } from '../../platform/database/tables/offices.ts'
import { apiToken, emailChange, secondFactor } from '../../platform/database/tables/personal.ts'
import { preference } from '../../platform/database/tables/preferences.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'
import { application } from '../../platform/database/tables/registration.ts'
import { recordEntry } from '../../platform/database/tables/tickets.ts'
import { say } from '../../platform/http/texts.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'
import { sheetTitle, wordOf } from '../../platform/jobs/sheet-words.ts'

/** Whose data it is. `db` sees all of it, wherever the person was when it was written; `asked`: for whom the file is. */
export interface Of {
  db: Db
  asked: Asked
  person: typeof account.$inferSelect
}
export interface PersonColumn {
  field: string
  kind: 'text' | 'number' | 'instant'
  words?: string
  width?: number
}
type Row = { id: number | string }
/** One sheet: rows by id, newest first, at most `most` and older than the last one read. */
export interface Part {
  /** Its title is the text `sheet.person-{name}`. */
  name: string
  columns: readonly PersonColumn[]
  read(of: Of, before: Row['id'] | undefined, most: number): Promise<Row[]>
}

const text = (field: string, width?: number): PersonColumn => ({
  field,
  kind: 'text',
  ...(width !== undefined && { width }),
})
const word = (field: string, words: string): PersonColumn => ({ field, kind: 'text', words })
const instant = (field: string): PersonColumn => ({ field, kind: 'instant' })
/** The person's rows before the one last read. */
const older = (id: PgColumn, of: SQL | undefined, before: Row['id'] | undefined) =>
  and(of, before === undefined ? undefined : lt(id, before))
/** A table that grows with what the person does, whose rows are theirs by `owner`. */
const growing =
  (table: PgTable & { id: PgColumn }, owner: PgColumn): Part['read'] =>
  async ({ db, person }, before, most) =>
    (await db
      .select()
      .from(table as PgTable)
      .where(older(table.id, eq(owner, person.id), before))
      .orderBy(desc(table.id))
      .limit(most)) as Row[]
/** Few enough to read at once. */
const all =
  (read: (of: Of) => Promise<Row[]>): Part['read'] =>
  async (of, before) =>
    before === undefined ? read(of) : []
/** Also few enough: these fields of the person's rows (by `owner`), newest first. */
const allOf = (owner: PgColumn, fields: Record<'id' | 'createdAt', PgColumn> & Record<string, PgColumn>) =>
  all(
    async ({ db, person }) =>
      (await db
        .select(fields)
        .from(owner.table)
        .where(eq(owner, person.id))
        .orderBy(desc(fields.createdAt))) as unknown as Row[],
  )

/** Replaces what belongs to a farm that does not share with the reader. */
const notShared = ({ language }: Of['asked']) => say(language, 'column.notShared')

/** Operations as they appear in other people's histories, without who did them. */
const operations = (name: string, whose: (id: string) => SQL | undefined, values: boolean): Part => ({
  name,
  columns: [
    instant('at'),
    text('moduleName'),
    text('typeName'),
    text('description', 60),
    ...(values ? [text('before', 48), text('after', 48)] : [text('ip')]),
  ],
  async read({ db, asked, person }, before, most) {
    const { language, viewer } = asked
    const farm = alias(office, 'farm')
    const { id, at, module, type, description, ip } = operationHistory
    const rows = await db
      .select({
        id,
        at,
        module,
        type,
        description,
        ip,
        before: operationHistory.before,
        after: operationHistory.after,
        isShared: isSharedWith(viewer.scope, farm),
      })
      .from(operationHistory)
      .leftJoin(office, eq(office.path, operationHistory.subjectPath))
      .leftJoin(farm, eq(farm.path, office.farmPath))
      .where(older(id, whose(person.id), before))
      .orderBy(desc(id))
      .limit(most)
    return rows.map(row => ({
      ...row,
      moduleName: wordOf('module', row.module, language),
      typeName: wordOf('operation', row.type, language),
      // What happened on a farm that no longer shares is for the farm to tell.
      description: row.module === 'alarms' && !row.isShared ? notShared(asked) : row.description[language],
    }))
  },
})

/** Name of a mail; the values of its subject are left out like the rest. */
const subjectOf = (template: string, language: Language) =>
  wordOf('mail', `${template}.subject`, language).replace(/\{\w+\}/g, '…')

/** Everything stored about a person besides the profile, without anything one could sign in with. */
export const parts: readonly Part[] = [
  {
    name: 'sessions',
    columns: [
      instant('createdAt'),
      instant('lastSeenAt'),
      instant('expiresAt'),
      text('ip'),
      text('userAgent', 60),
      instant('pushSince'),
    ],
    read: all(({ db, person }) => {
      const { id, createdAt, lastSeenAt, expiresAt, ip, userAgent } = session
      return db
        .select({
          id,
          createdAt,
          lastSeenAt,
          expiresAt,
          ip,
          userAgent,
          pushSince: pushSubscription.createdAt,
        })
        .from(session)
        .leftJoin(pushSubscription, eq(pushSubscription.sessionId, id))
        .where(eq(session.accountId, person.id))
        .orderBy(desc(createdAt))
    }),
  },
  {
    name: 'factors',
    columns: [word('kind', 'factor'), text('name', 28), instant('createdAt'), instant('lastUsedAt')],
    read: allOf(secondFactor.accountId, {
      id: secondFactor.id,
      kind: secondFactor.kind,
      name: secondFactor.name,
      createdAt: secondFactor.createdAt,
      lastUsedAt: secondFactor.lastUsedAt,
    }),
  },
  {
    name: 'tokens',
    columns: [text('name', 28), instant('createdAt'), instant('lastUsedAt'), instant('expiresAt')],
    read: allOf(apiToken.accountId, {
      id: apiToken.id,
      name: apiToken.name,
      createdAt: apiToken.createdAt,
      lastUsedAt: apiToken.lastUsedAt,
      expiresAt: apiToken.expiresAt,
    }),
  },
  {
    name: 'logins',
    columns: [instant('at'), word('platform', 'platform'), word('operation', 'loginOperation'), text('ip')],
    read: growing(loginLog, loginLog.accountId),
  },
  {
    name: 'visits',
    columns: [instant('startedAt'), text('screen', 40), { field: 'durationMin', kind: 'number' }],
    read: ({ db, person }, before, most) =>
      db
        .select({
          id: screenVisit.id,
          startedAt: screenVisit.startedAt,
          screen: screenVisit.screen,
          durationMin: sql<number>`round(${screenVisit.durationMs} / 60000.0, 1)::float8`,
        })
        .from(screenVisit)
        .where(older(screenVisit.id, eq(screenVisit.accountId, person.id), before))
        .orderBy(desc(screenVisit.id))
        .limit(most),
  },
  operations('operations', id => eq(operationHistory.actorId, id), false),
  operations(
    'changes',
    id =>
      or(
        and(eq(operationHistory.recordId, id), ne(operationHistory.actorId, id)),
        and(eq(operationHistory.actorId, id), inArray(operationHistory.module, ['personal', 'users'])),
      ),
    true,
  ),
  {
    name: 'alarms',
    columns: [instant('at'), word('step', 'handling'), text('note', 60)],
    async read({ db, asked, person }, before, most) {
      const { id, at, step, note, accountId } = alarmStep
      const rows = await db
        .select({ id, at, step, note, isShared: isSharedWith(asked.viewer.scope, office) })
        .from(alarmStep)
        .innerJoin(office, eq(office.path, alarmStep.farmPath))
        .where(older(id, eq(accountId, person.id), before))
        .orderBy(desc(id))
        .limit(most)
      return rows.map(row => ({ ...row, note: row.note && !row.isShared ? notShared(asked) : row.note }))
    },
  },
  {
    name: 'records',
    columns: [instant('at'), text('moduleName'), text('typeName'), text('note', 60)],
    async read({ db, asked: { language }, person }, before, most) {
      const rows = await db
        .select()
        .from(recordEntry)
        .where(older(recordEntry.id, eq(recordEntry.accountId, person.id), before))
        .orderBy(desc(recordEntry.id))
        .limit(most)
      return rows.map(row => ({
        ...row,
        moduleName: wordOf('module', row.module, language),
        typeName: wordOf('operation', row.step, language),
        note: row.text,
      }))
    },
  },
  {
    name: 'consents',
    columns: [
      instant('at'),
      word('event', 'consentEvent'),
      word('consent', 'consent'),
      word('what', 'consentUse'),
      text('houseName', 24),
      text('channelName', 24),
      text('ip'),
    ],
    read: growing(consentLog, consentLog.actorId),
  },
  {
    name: 'messages',
    columns: [
      instant('createdAt'),
      word('level', 'severity'),
      word('messageType', 'messageType'),
      text('title', 70),
      instant('readAt'),
      instant('mailedAt'),
      instant('pushedAt'),
    ],
    async read({ db, asked, person }, before, most) {
      const farm = alias(office, 'farm')
      const { id, accountId, officePath, businessType, subjectId } = noticeMessage
      const rows = await db
        .select({
          id,
          row: noticeMessage,
          farmPath: office.farmPath,
          isShared: isSharedWith(asked.viewer.scope, farm),
        })
        .from(noticeMessage)
        .leftJoin(alarm, and(eq(businessType, 'alarm'), eq(alarm.id, subjectId)))
        .leftJoin(office, sql`${office.path} = coalesce(${alarm.officePath}, ${officePath})`)
        .leftJoin(farm, eq(farm.path, office.farmPath))
        .where(older(id, eq(accountId, person.id), before))
        .orderBy(desc(id))
        .limit(most)
      return rows.map(({ row, farmPath, isShared }) => {
        // Messages to staff about a farm that does not share name nothing of it.
        const isFarms = row.messageType === 'device_alarm' && (farmPath !== null || row.subjectId !== null)
        const title = withAmounts(row.title[asked.language], row.amounts, asked)
        return { ...row, title: isFarms && !isShared ? notShared(asked) : title }
      })
    },
  },
  {
    name: 'channels',
    columns: [
      word('messageType', 'messageType'),
      word('inApp', 'yesNo'),
      word('mail', 'yesNo'),
      word('push', 'yesNo'),
    ],
    read: all(async ({ db, person }) => {
      const [chosen] = await db.select().from(noticeChoice).where(eq(noticeChoice.accountId, person.id))
      return Object.entries(chosen?.channels ?? {}).map(([id, ways]) => ({ id, messageType: id, ...ways }))
    }),
  },
  {
    name: 'preferences',
    columns: [text('name', 28), text('value', 60), instant('chosenAt')],
    read: all(async ({ db, person }) => {
      const rows = await db.select().from(preference).where(eq(preference.accountId, person.id))
      return rows.map(row => ({ ...row, id: row.name }))
    }),
  },
  {
    name: 'mails',
    columns: [text('to', 32), text('subject', 48), instant('createdAt'), instant('sentAt')],
    read: all(async ({ db, asked, person }) => {
      if (!person.emailKey) return []
      const { id, to, template, createdAt, sentAt } = mail
      // Their values are left out: a mail may contain a password.
      const rows = await db
        .select({ id, to, template, createdAt, sentAt })
        .from(mail)
        .where(eq(sql`lower(${to})`, person.emailKey))
        .orderBy(desc(createdAt))
      return rows.map(row => ({ ...row, subject: subjectOf(row.template, asked.language) }))
    }),
  },
  {
    name: 'addresses',
    columns: [text('email', 32), instant('createdAt'), instant('confirmedAt')],
    read: allOf(emailChange.accountId, {
      id: emailChange.id,
      email: emailChange.email,
      createdAt: emailChange.createdAt,
      confirmedAt: emailChange.confirmedAt,
    }),
  },
  {
    name: 'applications',
    columns: [instant('createdAt'), instant('confirmedAt'), text('statement'), text('form', 80)],
    read: all(async ({ db, person }) => {
      if (!person.emailKey) return []
      const { id, createdAt, confirmedAt, statement, form } = application
      return db
        .select({ id, createdAt, confirmedAt, statement, form })
        .from(application)
        .where(eq(application.emailKey, person.emailKey))
        .orderBy(desc(createdAt))
    }),
  },
  {
    name: 'files',
    columns: [text('title', 28), text('source', 28), instant('createdAt'), instant('expiresAt')],
    read: all(async ({ db, asked, person }) => {
      const { id, list, source, createdAt, expiresAt } = job
      const rows = await db
        .select({ id, list, source, createdAt, expiresAt })
        .from(job)
        .where(eq(job.accountId, person.id))
        .orderBy(desc(createdAt))
      return rows.map(row => ({ ...row, title: sheetTitle(row.list, asked.language) }))
    }),
  },
]
