import { sql } from 'drizzle-orm'
import { type Language, languages, type Text } from '#shared/text.ts'
import { nameIn } from '../database/name-in.ts'
import type { Db } from '../database/store.ts'
import { type HistoryRow, operationHistory } from '../database/tables/histories.ts'
import type { JobRow } from '../database/tables/jobs.ts'
import { office, role } from '../database/tables/offices.ts'
import type { Viewer } from '../http/identify.ts'
import { sayBoth } from '../http/texts.ts'

type Fields = Record<string, unknown>

/** Who asked, and from which address. */
export const lineFrom = ({ officePath, actualName }: Viewer, ip: string) => ({
  officePath,
  subjectPath: officePath,
  actorName: actualName,
  ip,
})

/** A file's one line in the operation history, in the transaction of its result; `asked` says what it was made from. */
export async function writeLine(
  db: Db,
  { told }: Pick<JobRow, 'told'>,
  holds: { rows: number } | { pages: number },
  asked: Fields,
): Promise<void> {
  // A job from before its line was stored with it.
  if (!told) return
  const description = sayBoth(
    'rows' in holds
      ? [holds.rows === 1 ? 'file.row' : 'file.rows', { said: told.description, rows: counted(holds.rows) }]
      : [
          holds.pages === 1 ? 'file.page' : 'file.pages',
          { said: told.description, pages: counted(holds.pages) },
        ],
  )
  const line: HistoryRow = { ...told, description, before: null, after: { ...asked, ...holds } }
  await db.insert(operationHistory).values(line)
}

const counted = (rows: number): Text =>
  Object.fromEntries(languages.map(language => [language, rows.toLocaleString(language)])) as Text

/** What an export asked for, readable: without the order, and with names instead of ids. */
export async function filterOf(
  db: Db,
  { request, language }: Pick<JobRow, 'request' | 'language'>,
): Promise<Fields> {
  const { sort: _, flockIds: __, ...filter } = request
  // Chart times, in ms.
  for (const end of ['from', 'to'])
    if (typeof filter[end] === 'number') filter[end] = new Date(filter[end]).toISOString()
  const ids = Object.entries(filter).filter(([field]) => field.endsWith('Id'))
  if (ids.length === 0) return filter
  const names = await namesOf(
    db,
    ids.map(([, id]) => String(id)),
    language,
  )
  const named = ids.map(([field, id]) => [field.replace(/Id$/, 'Name'), names.get(String(id)) ?? null])
  return { ...filter, ...Object.fromEntries(named) }
}

/** Names of the rows with these ids that the person may see. */
async function namesOf(db: Db, ids: readonly string[], language: Language): Promise<Map<string, string>> {
  const wanted = sql`= any(${sql.param(ids)}::text[])`
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, ${nameIn(language, office)} as name from office where id ${wanted}
    union all select id, ${nameIn(language, role)} from role where id ${wanted}
    union all select id, actual_name from account where id ${wanted}
    union all select id, name from house where id ${wanted}
    union all select id, name from house_group where id ${wanted}
    union all select id, code from device where id ${wanted}`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
