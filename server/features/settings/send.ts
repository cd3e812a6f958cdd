import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { SettingQuestion } from '#shared/contracts/setting-question.ts'
import type { SettingChange, settings } from '#shared/contracts/settings.ts'
import { clockOf, dayOf } from '#shared/dates.ts'
import { daysOf } from '#shared/setting-days.ts'
import { differing, draftProblems, groupOf, only } from '#shared/setting-draft.ts'
import { isAsked, sayStake } from '#shared/setting-question.ts'
import { checkSettings, type SettingDocument, sayProblem } from '#shared/signals.ts'
import { type Courses, returnsOf, withChange } from '#shared/temporary-settings.ts'
import type { Reader } from '#shared/units.ts'
import { zoneOf } from '../../farm/settings/judged-house.ts'
import { coursesAt } from '../../farm/settings/temporary.ts'
import { groupName } from '../../farm/settings/titles.ts'
import { newId } from '../../platform/database/ids.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import { violates } from '../../platform/database/violations.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { askForProof } from '../../platform/http/proof.ts'
import { noteDeed } from '../../platform/http/viewing.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { questionOf } from './question.ts'
import { refuseProblems } from './refuse-problems.ts'
import {
  controllerOf,
  type FoundController,
  lastChanges,
  openOf,
  seenOf,
  shownChange,
} from './settings.queries.ts'
import { expiryOf, overtakenIn, unseenIn } from './settings.rules.ts'

type Sending = ChangingCall & { params: { id: string }; body: z.output<typeof settings.send.body> }

/** Accepts a change: it waits in the database for whichever process sends it. */
export async function sendChange(call: Sending): Promise<SettingChange> {
  const { db, body } = call
  const found = await controllerOf(call, body.deviceId)
  const { told, device } = found
  if (told.version === null && Object.keys(told.values).length === 0)
    throw refuse.invalid([{ field: 'deviceId', message: 'setting.none' }])
  const returnsAt = returnOf(call, found)
  refuseProblems(call, draftProblems(body.group, body.wanted, told.values))
  const unseen = unseenIn(body.before, body.wanted)
  if (unseen.length > 0)
    throw refuse.invalid(unseen.map(field => ({ field, message: 'setting.beforeMissing' as const })))
  await refuseOvertaken(call, found)
  const courses = await coursesAt(db, device.id)
  const wanted = changedIn(body, told.values, courses)
  if (Object.keys(wanted).length === 0)
    throw refuse.invalid([{ field: 'wanted', message: 'setting.nothing' }])
  refuseTemporary(call, found, { wanted, courses })
  const isConfirmed = await confirmRisks(call, found, wanted)
  const open = (await openOf(db, device.id)).find(({ group }) => group === body.group)
  if (open) throw refuse.conflict({ yours: body.wanted, current: open }, 'setting.open')
  await noteFound(call, found, () => ({ wanted: only(told.values, Object.keys(wanted)) }))
  const row = await addChange(call, found, { wanted, returnsAt, isConfirmed })
  await noteDeed(call, 'settingChange', [seenOf(found)])
  sayIn(call, found, body.group, Object.keys(wanted).length)
  return shownChange(row)
}

/** What a change changes; a permanent one also by keeping a value that is temporary so far. */
function changedIn(body: Sending['body'], told: SettingDocument, courses: Courses): SettingDocument {
  const wanted = body.wanted as SettingDocument
  const kept = body.returnsAt === undefined ? Object.keys(wanted).filter(name => courses.has(name)) : []
  return only(wanted, new Set([...differing(wanted, told), ...kept]))
}

/**
 * Refuses to end temporary values unasked, to lay one over another where the gateway keeps only one, and what would not fit
 * together any more when a temporary value ends.
 */
function refuseTemporary(
  call: Sending,
  found: FoundController,
  { wanted, courses }: { wanted: SettingDocument; courses: Courses },
): void {
  const { body, language } = call
  const { told } = found
  const names = Object.keys(wanted).filter(name => courses.has(name))
  if (names.length > 0 && told.returns === null)
    throw refuse.invalid(names.map(field => ({ field, message: 'setting.heldByGateway' as const })))
  const timeZone = zoneOf(found)
  if (names.length > 0 && body.returnsAt === undefined && !body.endsTemporary)
    throw refuse.invalid(
      names.map(field => {
        const end = Math.max(...(courses.get(field)?.temporaries ?? []).map(({ until }) => until))
        const at = `${dayOf(end, language, timeZone)} ${clockOf(end, timeZone)}`
        return { field, message: ['setting.held', { at }] as const }
      }),
      'setting.endsTemporary',
    )
  const until = body.returnsAt === undefined ? null : Date.parse(body.returnsAt)
  const after = withChange(courses, { id: '', values: wanted, until, base: told.values })
  const changed = { ...groupOf(body.group, told.values), ...wanted }
  for (const { values } of returnsOf(after, Object.keys(changed))) {
    const then = { ...changed, ...values }
    const has = groupOf(body.group, told.values)
    const known = new Set(checkSettings(has, has).map(({ field }) => field))
    const problems = checkSettings(then, has).filter(({ field }) => !known.has(field))
    if (problems.length > 0)
      throw refuse.invalid(
        problems.map(problem => ({ field: problem.field, message: { said: sayProblem(problem, call) } })),
        'setting.returnBreaks',
      )
    Object.assign(changed, values)
  }
}

/** Its name in the operation history; values are only in the settings' own history, which needs RC. */
function sayIn(
  call: ChangingCall,
  { row }: FoundController,
  group: SettingChange['group'],
  count: number,
): void {
  const both = (said: string) => ({ 'zh-CN': said, 'en-US': said })
  call.named({ groupName: groupName(group), house: both(row.name), count: both(String(count)) })
}

/** Somebody else was quicker, here or at the panel: both versions are shown, and who it was. */
async function refuseOvertaken({ db, body }: Sending, found: FoundController): Promise<void> {
  const { told } = found
  const names = overtakenIn(body.before, body.wanted, told.values)
  if (names.length === 0) return
  const last = (await lastChanges(db, found)).get(body.group) ?? null
  const current = { values: groupOf(body.group, told.values), last }
  throw refuse.conflict({ yours: body.wanted, current }, 'setting.overtaken')
}

/**
 * Values outside the safe range, or harmful by the house's model, must be confirmed by somebody who recently proved their
 * identity. Returns whether there are any.
 */
async function confirmRisks(
  call: Sending,
  found: FoundController,
  wanted: SettingDocument,
): Promise<boolean> {
  const { body, viewer, services } = call
  const question = await questionOf(services, found, wanted)
  if (!isAsked(question)) return false
  if (!body.isConfirmed) throw refuse.invalid(saidOf(question, wanted, call), 'setting.risky')
  // A program cannot prove who looks at the birds.
  if (viewer.program) throw refuse.forbidden('setting.byPerson')
  await askForProof(viewer, services)
  return true
}

/** Each risk at its cell; first whose birds are at stake and how fast. */
function saidOf(question: SettingQuestion, wanted: SettingDocument, reader: Reader): FieldFault[] {
  const risks = question.risks.map(risk => ({ field: risk.field, said: sayProblem(risk, reader) }))
  const field = risks[0]?.field ?? Object.keys(wanted)[0] ?? ''
  const stake = sayStake(question, reader)
  return [...(stake === null ? [] : [{ field, said: stake }]), ...risks].map(each => ({
    field: each.field,
    message: { said: each.said },
  }))
}

const LONGEST_MS = 7 * 86_400_000

/** When a temporary change ends; only changes that the gateway reverts by itself are sent this way. */
function returnOf({ body }: Sending, { told }: FoundController): Date | null {
  if (body.returnsAt === undefined) return null
  const at = new Date(body.returnsAt)
  const ahead = at.getTime() - Date.now()
  const field = 'returnsAt'
  if (!told.answers) throw refuse.invalid([{ field, message: 'setting.cannotReturn' }])
  if (!(ahead > 0 && ahead <= LONGEST_MS)) throw refuse.invalid([{ field, message: 'setting.returnsLate' }])
  return at
}

async function addChange(
  call: Sending,
  found: FoundController,
  asked: { wanted: SettingDocument; returnsAt: Date | null; isConfirmed: boolean },
) {
  const { db, viewer, body } = call
  const { row: house, device, told, farmPath, isOwn, until } = found
  const { wanted, returnsAt, isConfirmed } = asked
  const now = Date.now()
  const expiresAt = expiryOf({
    now,
    waitMin: body.waits,
    timeZone: zoneOf(found),
    consentUntil: isOwn ? undefined : until,
  })
  const change = {
    id: newId(),
    deviceId: device.id,
    houseId: house.id,
    officePath: device.officePath,
    farmPath,
    group: body.group,
    origin: 'remote' as const,
    state: 'waiting' as const,
    accountId: viewer.accountId,
    actorName: viewer.actualName,
    actorProgram: viewer.program?.name ?? null,
    reason: body.reason || null,
    before: only(told.values, Object.keys(wanted)),
    wanted,
    days: daysOf(Object.keys(wanted), { ...told.values, ...wanted }),
    isConfirmed,
    madeAt: new Date(now),
    // A change whose end has passed is not started.
    expiresAt: new Date(Math.min(expiresAt, returnsAt?.getTime() ?? expiresAt)),
    returnsAt,
  }
  const [row] = await db
    .insert(settingChange)
    .values(change)
    .returning()
    .catch(error => {
      // Of two at the same moment the database accepts one.
      if (violates(error, 'setting_change_open'))
        throw refuse.conflict({ yours: body.wanted, current: null }, 'setting.open')
      throw error
    })
  if (!row) throw new Error('The change was not stored')
  return row
}

/** Withdraws a waiting change; one already sent cannot be. */
export async function withdrawChange(
  call: ChangingCall & { params: { id: string }; body: { changeId: string } },
): Promise<SettingChange> {
  const { db, body } = call
  const found = await controllerOf(call, undefined)
  const isIt = and(eq(settingChange.houseId, found.row.id), eq(settingChange.id, body.changeId))
  if ((await db.$count(settingChange, isIt)) === 0)
    throw refuse.invalid([{ field: 'changeId', message: 'row.notFound' }])
  const [row] = await db
    .update(settingChange)
    .set({ state: 'failed', failure: 'withdrawn', overAt: new Date() })
    .where(and(isIt, eq(settingChange.state, 'waiting'), eq(settingChange.tries, 0)))
    .returning()
  if (!row) throw refuse.conflict({ yours: body, current: null }, 'setting.gone')
  await noteFound(call, found, () => ({ ...shownChange(row), state: 'waiting', failure: null, overAt: null }))
  sayIn(call, found, row.group, Object.keys(row.wanted).length)
  return shownChange(row)
}
