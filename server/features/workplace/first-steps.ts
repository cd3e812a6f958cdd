import { and, eq, sql } from 'drizzle-orm'
import { type FirstSteps, farmSteps, providerSteps } from '#shared/contracts/workplace.ts'
import { CUSTOMER, STAFF } from '#shared/permissions.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { preference } from '../../platform/database/tables/preferences.ts'
import type { Viewer } from '../../platform/http/identify.ts'

/** Name of the choice among those of an account. */
const PUT_AWAY = 'firstStepsPutAway'
/** A formal customer counts as new for so long; a trial customer until it is one. Days. */
const NEW_DAYS = 30

/** What is stored of an organisation, by step. */
type Facts = Readonly<Record<string, boolean>>

/**
 * The first steps of the viewer's organisation, ticked by what is stored. Of the whole farm, whatever part of it the viewer
 * sees: only whether something is there is told, never what.
 */
export async function firstSteps(db: Db, store: Store, viewer: Viewer): Promise<FirstSteps> {
  const [kept] = await db
    .select({ value: preference.value })
    .from(preference)
    .where(and(eq(preference.accountId, viewer.accountId), eq(preference.name, PUT_AWAY)))
  const system = store.scoped(SYSTEM)
  const facts = viewer.kind === CUSTOMER ? await ofFarm(system, viewer) : await ofProvider(system)
  const steps = viewer.kind === CUSTOMER ? farmSteps : providerSteps
  return {
    steps: facts ? steps.map(step => ({ step, isDone: facts[step] ?? false })) : [],
    isPutAway: kept?.value === true,
  }
}

/** Null for a farm that is not new. */
async function ofFarm(db: Db, { officePath }: Viewer): Promise<Facts | null> {
  const { rows } = await db.execute<Facts>(sql`
    with farm as (
      select f.path, f.farm_access_until, f.remote_control_until from office o join office f on f.path = o.farm_path
      join customer c on c.office_id = f.id
      where o.path = ${officePath}
        and (c.stage = 'trial' or c.created_at > now() - make_interval(days => ${NEW_DAYS}))
    )
    select (select count(*) > 1 from account a where starts_with(a.office_path, farm.path) and a.deleted_at is null) as people,
      exists (select from device d where starts_with(d.office_path, farm.path) and d.deleted_at is null
        and d.last_message_at is not null) as controller,
      exists (select from alarm_duty d where d.farm_path = farm.path) as "onCall",
      exists (select from alarm_test t join notice_message n on n.business_type = 'alarm-test' and n.subject_id = t.id
        where t.farm_path = farm.path and n.read_at > n.created_at + interval '1 second') as "testAlarm",
      farm.farm_access_until is not null or farm.remote_control_until is not null
        or exists (select from consent_log l where l.subject_path = farm.path and l.event in ('granted', 'revoked')) as access
    from farm`)
  return rows[0] ?? null
}

async function ofProvider(db: Db): Promise<Facts | null> {
  const { rows } = await db.execute<Facts>(sql`
    select (select count(*) > 1 from account where kind = ${STAFF} and deleted_at is null) as people,
      exists (select from customer where approval = 'passed' and deleted_at is null) as customers,
      exists (select from device where last_message_at is not null and deleted_at is null) as controller,
      exists (select from notice_message n where n.business_type = 'alarm-test'
        and n.read_at > n.created_at + interval '1 second') as "testAlarm",
      exists (select from customer where farm_access_until > now() and deleted_at is null) as access`)
  return rows[0] ?? null
}

/** Keeps whether the viewer wants to see the first steps, in whatever browser. */
export async function putAway(db: Db, { accountId, officePath }: Viewer, isPutAway: boolean) {
  const chosen = { value: isPutAway, chosenAt: new Date() }
  await db
    .insert(preference)
    .values({ accountId, officePath, name: PUT_AWAY, ...chosen })
    .onConflictDoUpdate({ target: [preference.accountId, preference.name], set: chosen })
  return { isPutAway }
}
