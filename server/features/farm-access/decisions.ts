import { eq, sql } from 'drizzle-orm'
import { type Consent, consents } from '#shared/consents.ts'
import type { FarmAccess } from '#shared/contracts/farm-access.ts'
import { CONSENT_DAYS } from '#shared/limits.ts'
import { bothNames, type Language, type Text } from '#shared/text.ts'
import { dateIn, daysAfter, endOfDay, lastDay } from '#shared/zone-time.ts'
import { noteChanges } from '../../people/customers/note-changes.ts'
import { peopleAbove } from '../../people/notices/above.ts'
import { tell } from '../../people/notices/tell.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { consentLog, reminder } from '../../platform/database/tables/consents.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { say, sayBoth } from '../../platform/http/texts.ts'
import { changeOwn } from '../../platform/records/rows.ts'
import { readFarmAccess, refuseOthers } from './farm-access.queries.ts'

/** A reminder comes a week before the end. ms */
const SOON_MS = 8 * 86_400_000

type Farm = typeof office.$inferSelect
interface Until {
  farm: Date | null
  remote: Date | null
}

/** Lets the offices above see the farm, or control it, until the end of a day by the customer's calendar. */
export async function grantAccess(
  call: ChangingCall & { body: { consent: Consent; endsOn: string } },
): Promise<FarmAccess> {
  const { body } = call
  return decide(call, 'granted', body.consent, farm => {
    const today = dateIn(farm.timeZone, Date.now())
    if (body.endsOn < today) throw refuse.invalid([{ field: 'endsOn', message: 'consent.past' }])
    if (body.endsOn > daysAfter(today, CONSENT_DAYS))
      throw refuse.invalid([{ field: 'endsOn', message: 'consent.tooFar' }])
    const until = new Date(endOfDay(body.endsOn, farm.timeZone))
    const { farmAccessUntil: seen, remoteControlUntil: controlled } = farm
    // Nobody controls what they do not see: control includes viewing, and ends with it.
    return body.consent === 'farm'
      ? { farm: until, remote: controlled && controlled > until ? until : controlled }
      : { farm: seen && seen > until ? seen : until, remote: until }
  })
}

/** Revokes a consent at once. Without viewing there is no control either. */
export const revokeAccess = (call: ChangingCall & { body: { consent: Consent } }): Promise<FarmAccess> =>
  decide(call, 'revoked', call.body.consent, ({ farmAccessUntil }) => ({
    farm: call.body.consent === 'farm' ? null : farmAccessUntil,
    remote: null,
  }))

const lasting = (until: Date | null) => (until && until > new Date() ? until : null)

/** As kept in the customer's update log. */
const asLogged = ({ farm, remote }: Until) => ({
  farmAccessUntil: farm?.toISOString() ?? null,
  remoteControlUntil: remote?.toISOString() ?? null,
})

async function decide(
  call: ChangingCall,
  event: 'granted' | 'revoked',
  consent: Consent,
  next: (farm: Farm) => Until,
): Promise<FarmAccess> {
  const { db, viewer, language, afterwards, services } = call
  refuseOthers(viewer)
  const [farm] = await db.select().from(office).where(eq(office.path, viewer.scope.farm)).for('update')
  if (!farm) throw refuse.notFound()
  const read = () => asSystem(db, viewer.scope, () => readFarmAccess(db, viewer, language))
  return changeOwn(call, read, async () => {
    const until = next(farm)
    await db
      .update(office)
      .set({ farmAccessUntil: until.farm, remoteControlUntil: until.remote })
      .where(eq(office.id, farm.id))
    call.named({ consent: sayBoth(`consent.${consent}`) })
    const stood: Until = { farm: lasting(farm.farmAccessUntil), remote: lasting(farm.remoteControlUntil) }
    // If one consent grants, shortens or ends the other, that is a decision too.
    for (const each of consents)
      if (each === consent || until[each]?.getTime() !== stood[each]?.getTime())
        await log(call, until[each] ? 'granted' : 'revoked', until[each], each)
    await noteChanges(db, {
      officePath: farm.path,
      actor: viewer,
      before: asLogged(stood),
      after: asLogged(until),
    })
    if (event === 'granted') await skipReminders(db, farm, until)
    const told = await asSystem(db, viewer.scope, () => tellAbove(db, farm, event, consent, call))
    afterwards(() => services.events.emit('notice', { accountIds: told }))
  })
}

async function log(
  { db, viewer, ip }: ChangingCall,
  event: 'granted' | 'revoked',
  until: Date | null,
  consent: Consent,
) {
  const { accountId, actualName, officePath, officeId, program } = viewer
  await db.insert(consentLog).values({
    officePath,
    subjectPath: viewer.scope.farm,
    actorId: accountId,
    actorName: actualName,
    ip,
    actorProgram: program?.name ?? null,
    actorOffice: sql`(select jsonb_build_object('zh-CN', chinese_name, 'en-US', english_name) from office where id = ${officeId})`,
    event,
    consent,
    until,
  })
}

/** No immediate reminder of an end that was just chosen. */
async function skipReminders(db: Db, { id, path, timeZone }: Farm, { farm, remote }: Until): Promise<void> {
  const of = (kind: 'farmAccess' | 'remoteControl', until: Date | null) =>
    until && until.getTime() - Date.now() < SOON_MS
      ? [{ officeId: id, officePath: path, kind, due: lastDay(until.getTime(), timeZone), daysBefore: 7 }]
      : []
  const rows = [...of('farmAccess', farm), ...of('remoteControl', remote)]
  if (rows.length > 0) await db.insert(reminder).values(rows).onConflictDoNothing()
}

/** Tells people of the offices above what they may see and control from now on. */
async function tellAbove(
  db: Db,
  farm: Farm,
  event: 'granted' | 'revoked',
  consent: Consent,
  { body }: ChangingCall & { body?: { endsOn?: string } },
): Promise<string[]> {
  const names = bothNames(farm)
  const says = (language: Language) =>
    say(language, [
      `consent.told.${event}.${consent}`,
      { customer: names[language], date: body?.endsOn ?? '' },
    ])
  const title: Text = { 'zh-CN': says('zh-CN'), 'en-US': says('en-US') }
  return tell(db, await peopleAbove(db, farm.path, 'consent'), {
    title,
    level: 'info',
    messageType: 'to_do',
    businessType: 'consent',
    subjectId: farm.id,
  })
}
