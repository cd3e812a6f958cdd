import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { APP, INGEST } from './roles.ts'
import {
  deviceSide,
  pathColumn,
  personOf,
  released,
  subjectColumn,
  type Tenancy,
  tenancy,
  toldByOthers,
} from './tenancy.ts'

const inRange = (column: string) =>
  // Bare calls, not sub-selects: the planner then knows how much of the table the scope is.
  `(${column} >= current_setting('app.lo', true) and ${column} < current_setting('app.hi', true))`

/**
 * Whether the scope shows all customers of its range; evaluated once per statement. Written as an inequality because the
 * planner expects one to hold for every row, as it does for nearly every viewer. Unset settings narrow the scope.
 */
const showsAll = `(select case when current_setting('app.farm', true) = '*' or current_setting('app.customers', true) = 'all'
  then 'all' else 'some' end) <> 'some'`

/** Evaluated once per statement, not per row: nobody can predict its selectivity anyway. */
const inDepartment = (column: string) =>
  `(${column} >= (select current_setting('app.customers', true))
    and ${column} < (select left(current_setting('app.customers', true), -1) || '/'))`

/** The rows of `office` itself in the scope: the same as `offices_seen`, as a condition on one row. */
const officeSeen = `(${showsAll} or case when farm_path is null
  then (select current_setting('app.customers', true)) = 'own' or ${inDepartment('path')}
  else ${inDepartment('care_path')} or farm_path = (select current_setting('app.farm', true)) end)`

/** Whether a row's office is in the scope, besides its range. */
const officeOf = (column: string) => `(${showsAll} or ${column} in (
  select seen from offices_seen(current_setting('app.lo', true), current_setting('app.hi', true),
    current_setting('app.farm', true), current_setting('app.customers', true)) as seen))`

/** Anybody who sees a part of an organisation above customers may see its name. */
const isOrganisation = `kind in ('provider', 'agent')`

/** Rows of a narrowed viewer's department, or of a node above it. */
const atOrAbove = `starts_with(current_setting('app.customers', true), office_path)`

/** Whether the customer of a row allows the viewer to see it, until the end of a consent. */
const lets = (until: string) => `(farm_path = current_setting('app.farm', true)
  or current_setting('app.farm', true) = '*' or farm_path in (select path from office where ${until} > now()))`
const consentOf = { farm: lets('farm_access_until'), remote: lets('remote_control_until') }

/** Published tables of which lists read and count every row: a call per row costs more than the row. */
const countedWhole: ReadonlySet<string> = new Set(['good'])
/** Settings evaluated once per statement; the planner then does not know how much of the table the scope is. */
const once = (condition: string) => condition.replaceAll(/current_setting\('[\w.]+', true\)/g, '(select $&)')

function rightsOf(kind: Tenancy): string {
  if (kind === 'counted' || kind === 'byDepartment') return 'select'
  return kind === 'history' ? 'select, insert' : 'select, insert, update, delete'
}

/** The statements that close a table and open it according to its tenancy. */
function policiesOf(table: string, kind: Tenancy): string[] {
  const column = pathColumn[table] ?? 'office_path'
  const range = inRange(column)
  const statements = [`revoke all on ${table} from public, ${APP}, ${INGEST}`]
  if (kind === 'system') return statements
  const device = deviceSide[table]
  if (device) statements.push(`grant ${device.join(', ')} on ${table} to ${INGEST}`)
  if (kind === 'telemetry') return statements
  statements.push(
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
  )
  statements.push(...(table === 'office' ? officePolicies(range) : scopePolicies(table, kind, range)))
  statements.push(`grant ${rightsOf(kind)} on ${table} to ${APP}`)
  if (device)
    statements.push(`create policy device_side on ${table} to ${INGEST} using (true) with check (true)`)
  return statements
}

/** Everybody changes what is in their scope; a narrowed viewer reads the names of the organisations above it. */
const officePolicies = (range: string): string[] => {
  const own = `${range} and ${officeSeen}`
  return [
    `create policy scope on office for select using (${range} and (${officeSeen} or ${isOrganisation}))`,
    `create policy made on office for insert with check (${own})`,
    `create policy changed on office for update using (${own}) with check (${own})`,
    `create policy ended on office for delete using (${own})`,
  ]
}

function scopePolicies(table: string, kind: Tenancy, range: string): string[] {
  const own = `${range} and ${officeOf('office_path')}`
  if (kind === 'outgoing' || kind === 'server') {
    const server = `current_setting('app.farm', true) = '*'`
    const added = `create policy added on ${table} for insert with check (true)`
    return [
      `create policy server on ${table} using (${server}) with check (${server})`,
      ...(kind === 'outgoing' ? [added] : []),
    ]
  }
  if (kind === 'farm' || kind === 'remote') {
    const shared = `${own} and ${consentOf[kind]}`
    return [`create policy scope on ${table} using (${shared}) with check (${shared})`]
  }
  if (kind === 'history') {
    const subject = subjectColumn[table]
    // A narrowed viewer reads what was done to what they see, whoever did it; above that, only what their own people did.
    const seen = subject
      ? `(${range} or ${inRange(subject)}) and (${officeOf(subject)}
          or ${inDepartment('office_path')} and starts_with(current_setting('app.customers', true), ${subject}))`
      : own
    return [
      `create policy seen on ${table} for select using (${seen})`,
      `create policy written on ${table} for insert with check (${own})`,
      // Only while the owner's `erase_person` runs; nobody else is granted update.
      `create policy erased on ${table} for update to current_user
        using (${own} and coalesce(current_setting('app.erasing', true), '') <> '')`,
      // The owner deletes expired rows; nobody else is granted delete.
      `create policy expired on ${table} for delete to current_user using (${own})`,
    ]
  }
  if (kind === 'personal') {
    const mine = `${own} and (${personOf[table] ?? `account_id = current_setting('app.account', true)`}
      or current_setting('app.farm', true) = '*')`
    return [
      `create policy mine on ${table} using (${mine}) with check (${mine})`,
      ...(toldByOthers[table]
        ? [
            `create policy told on ${table} for insert with check (${own})`,
            `create policy known on ${table} for select using (${own} and ${toldByOthers[table]})`,
          ]
        : []),
    ]
  }
  if (kind === 'own' || kind === 'counted')
    return [`create policy scope on ${table} using (${own}) with check (${own})`]
  if (kind === 'byDepartment')
    return [
      `create policy scope on ${table} using (${range} and (${showsAll} or ${inDepartment('office_path')}))`,
    ]
  const settings = (condition: string) => (countedWhole.has(table) ? once(condition) : condition)
  const published = `${settings(range)} and (${officeOf('office_path')} or ${settings(atOrAbove)})`
  const above = settings(`starts_with(current_setting('app.lo', true), office_path)`)
  return [
    `create policy scope on ${table} using (${published}) with check (${published})`,
    `create policy above on ${table} for select using (${above} and ${released[table] ?? 'true'})`,
  ]
}

/** Definer functions see what their owner sees: only roles granted by name may call them. */
const CLOSE_FUNCTIONS = `do $$ declare f record; begin
  for f in select oid::regprocedure as name from pg_proc
    where prosecdef and pronamespace = 'public'::regnamespace and proowner = (select oid from pg_roles where rolname = current_user)
  loop execute format('revoke execute on function %s from public', f.name); end loop; end $$`

/** The schema's existing tables, without partitions. */
export async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query(`select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`)
  return rows.map(row => row.relname)
}

/**
 * Brings row-level security and grants of all tables in line with the registry, in one transaction. Does nothing if they
 * already are, unless `force` is set (tables were migrated). Throws on a table the registry does not know.
 */
export async function applyPolicies(client: Client, force: boolean): Promise<void> {
  const tables = await tablesOf(client)
  const unknown = tables.filter(table => !tenancy[table])
  if (unknown.length > 0) throw new Error(`Not in the tenancy registry: ${unknown.join(', ')}`)
  const statements = tables.flatMap(table => policiesOf(table, tenancy[table] as Tenancy))
  const fingerprint = createHash('sha256')
    .update([...statements, CLOSE_FUNCTIONS].join('\n'))
    .digest('hex')
  const { rows } = await client.query(`select value from installation where key = 'policies'`)
  if (!force && rows[0]?.value === fingerprint) return

  await client.query('begin')
  try {
    const { rows: old } = await client.query(
      `select policyname, tablename from pg_policies
      where schemaname = 'public' and tablename = any($1)`,
      [Object.keys(tenancy)],
    )
    const drops = old.map(row => `drop policy ${row.policyname} on ${row.tablename}`)
    for (const statement of [...drops, ...statements, CLOSE_FUNCTIONS]) await client.query(statement)
    await client.query(
      `insert into installation values ('policies', $1) on conflict (key) do update set value = excluded.value`,
      [fingerprint],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
