import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { CustomerForm } from '#shared/contracts/customer-forms.ts'
import { customers } from '#shared/contracts/customers.ts'
import { zoneOfCountry } from '#shared/country-zone.ts'
import { providersFields, type Stage, TRIAL_DAYS } from '#shared/customers.ts'
import type { Seen } from '#shared/endpoint.ts'
import { STAFF } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { type Known, noteChanges } from '../../people/customers/note-changes.ts'
import { tellFormerAddress } from '../../people/customers/tell-former-address.ts'
import { isWithin } from '../../people/offices/within-reach.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Call, ChangingCall } from '../../platform/http/call.ts'
import { withDeletion } from '../../platform/http/deleted-rows.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { changeRows, openFound } from '../../platform/records/rows.ts'
import { tellDeciders } from './customer-news.ts'
import { languageOf, openOwner } from './customer-owner.ts'
import {
  type Asking,
  type FoundCustomer,
  findCustomer,
  findKeptCustomer,
  shownCustomer,
} from './customers.queries.ts'

export type Form = z.output<typeof CustomerForm>
export type Changing = ChangingCall & { params: { id: string } }

/** The call in the form the queries take. */
export const asking = ({
  db,
  viewer,
  language,
  services,
}: Pick<ChangingCall, 'db' | 'viewer' | 'language' | 'services'>): Asking => ({
  db,
  viewer,
  language,
  store: services.store,
})

/** What the caller has seen of the customer to be changed. */
export type Saw = z.output<typeof Seen>

/**
 * Locks the customer until the transaction ends and notes its former state. A caller who saw it on trial is told if it has
 * become formal.
 */
export async function openCustomer(call: Changing, stage: Stage, saw: Saw, find = findCustomer) {
  const read = async () => {
    if (stage === 'trial') await refuseConverted(call, saw)
    return find(asking(call), stage, call.params.id)
  }
  const { shown: current, ...found } = await openFound(call, customer.officeId, read, async known =>
    withDeletion(await shownCustomer(asking(call), known), known.row.deletedAt),
  )
  return { found, current }
}
/** Refuses a change by a caller who saw a version other than the current one. */
export function refuseUnseen(saw: Saw, { found, current }: Awaited<ReturnType<typeof openCustomer>>): void {
  refuseOlder(saw, found.row.version, current)
}
/** Tells callers who saw the trial and may see formal customers what became of it; for others it does not exist. */
async function refuseConverted(call: Changing, saw: Saw): Promise<void> {
  const { db, viewer, params } = call
  if (saw.version === undefined || !viewer.grants.has(customers.get.access)) return
  const isFormal = and(eq(customer.officeId, params.id), eq(customer.stage, 'formal'))
  if ((await db.$count(customer, isFormal)) === 0) return
  const now = await findCustomer(asking(call), 'formal', params.id)
  const current = await shownCustomer(asking(call), now)
  throw refuse.conflict({ yours: saw, current }, 'customer.isFormalNow')
}

export const openKept = (call: Changing, stage: Stage, saw: Saw) =>
  openCustomer(call, stage, saw, findKeptCustomer)

/** The columns of a customer that its form fills. */
export const columnsOf = (form: Form) => ({
  contact: form.contact,
  email: form.email || null,
  phone: form.phone,
  country: form.country,
  city: form.city || null,
  address: form.address || null,
  remarks: form.remarks || null,
  longitude: form.longitude ?? null,
  latitude: form.latitude ?? null,
  managerOfficeId: form.managerOfficeId || null,
  contractEndsOn: form.contractEndsOn || null,
  nextMaintenanceOn: form.nextMaintenanceOn || null,
  nextMaintenance: form.nextMaintenance || null,
})

/** The form with what is kept of the next maintenance, where it says what its reader was shown of it. */
const withMaintenance = (form: Form, { row, nextMaintenance }: FoundCustomer): Form =>
  (form.nextMaintenance || null) === nextMaintenance
    ? { ...form, nextMaintenance: row.nextMaintenance }
    : form

/** Checks across fields. */
export function customerFaults(form: Form): FieldFault[] {
  const faults: FieldFault[] = []
  if (!form.chineseName && !form.englishName)
    faults.push({ field: 'englishName', message: 'customer.nameRequired' })
  if ((form.longitude ?? null) === null && (form.latitude ?? null) !== null)
    faults.push({ field: 'longitude', message: 'customer.placeHalf' })
  if ((form.latitude ?? null) === null && (form.longitude ?? null) !== null)
    faults.push({ field: 'latitude', message: 'customer.placeHalf' })
  return faults
}

/** A new customer's zone: the one entered, else that of its country, else that of the office above it. */
const zoneOf = (
  { timeZone, country }: { timeZone?: string | null | undefined; country?: string | null | undefined },
  parent: { timeZone: string },
): string => timeZone || zoneOfCountry(country ?? '') || parent.timeZone

/** A newly entered contract must not have ended, by the customer's calendar; one already stored may have. */
export const contractFaults = (
  { contractEndsOn }: Form,
  timeZone: string,
  stands?: string | null,
): FieldFault[] =>
  contractEndsOn && contractEndsOn !== stands && contractEndsOn < dateIn(timeZone, new Date())
    ? [{ field: 'contractEndsOn', message: 'customer.contractPast' }]
    : []

/** An agent cannot set what the provider decides. */
export function refuseProvidersFields(
  { kind }: Pick<Viewer, 'kind'>,
  form: Form,
  stands: Partial<Record<(typeof providersFields)[number], string | null>>,
): FieldFault[] {
  if (kind === STAFF) return []
  return providersFields
    .filter(field => (form[field] || null) !== (stands[field] ?? null))
    .map(field => ({ field, message: 'customer.providerDecides' as const }))
}

/** A project manager is the provider or one of its own departments. */
export const isDepartment = sql`${office.kind} in ('provider', 'department') and ${office.farmPath} is null
  and not exists (select from ${office} above
    where above.kind = 'agent' and above.farm_path is null and starts_with(${office.path}, above.path))`

/** A viewer limited to their own department's customers cannot pass one to another department, or to none. */
async function managerFaults(
  { db, viewer }: Pick<ChangingCall, 'db' | 'viewer'>,
  managerOfficeId: string | null,
): Promise<FieldFault[]> {
  if (!managerOfficeId)
    return viewer.departmentOnly ? [{ field: 'managerOfficeId', message: 'customer.managerOwn' }] : []
  const known = and(eq(office.id, managerOfficeId), isNull(office.deletedAt), isDepartment, isWithin(viewer))
  const isKnown = (await db.$count(office, known)) > 0
  return isKnown ? [] : [{ field: 'managerOfficeId', message: 'customer.managerUnknown' }]
}

/** The project manager of a new customer if the form names none. */
const managerFor = ({ departmentOnly, officeId }: Viewer) => (departmentOnly ? officeId : null)

const refuseAny = (faults: readonly FieldFault[]) => {
  if (faults.length > 0) throw refuse.invalid(faults)
}

/** The parent node of the viewer's new customers: the provider's or a named agent's; for an agent, its own. */
export async function parentOf(db: Db, viewer: Viewer, agentId: string | null | undefined) {
  if (viewer.scope.customers === 'own') throw refuse.forbidden('customer.agentNoMore')
  const { id, path, timeZone } = office
  const wanted =
    viewer.kind !== STAFF
      ? eq(id, viewer.officeId)
      : agentId
        ? and(eq(id, agentId), sql`is_agent(${office})`)
        : eq(path, ROOT_PATH)
  const [found] = await db.select({ id, path, timeZone }).from(office).where(wanted)
  if (!found) throw refuse.invalid([{ field: 'agentId', message: 'customer.agentUnknown' }])
  return found
}
type Parent = Awaited<ReturnType<typeof parentOf>>

/** The rows of new customers below a node, by id; staff's are approved at once. */
export async function insertCustomers(
  db: Db,
  viewer: Viewer,
  { stage, parent }: { stage: Stage; parent: Parent },
  rows: readonly { id: string; form: Form }[],
): Promise<void> {
  const managerOf = (form: Form) => form.managerOfficeId || managerFor(viewer)
  const made = await db
    .insert(office)
    .values(
      rows.map(({ id, form }) => ({
        id,
        parentId: parent.id,
        path: '',
        kind: 'customer' as const,
        chineseName: form.chineseName,
        englishName: form.englishName,
        timeZone: zoneOf(form, parent),
        placementDay: form.placementDay,
        // Together with the row: without it no narrowed viewer could add to it.
        carePath: sql`(select path from office where id = ${managerOf(form)})`,
        agentEndsOn: form.agentEndsOn || null,
      })),
    )
    .returning({ id: office.id, path: office.path, timeZone: office.timeZone })
  const madeOf = new Map(made.map(row => [row.id, row]))
  const approval = viewer.kind === STAFF ? ('passed' as const) : ('pending' as const)
  await db.insert(customer).values(
    rows.map(({ id, form }) => {
      const { path: officePath, timeZone } = madeOf.get(id) ?? parent
      const isTrying = stage === 'trial' && approval === 'passed'
      return {
        officeId: id,
        officePath,
        stage,
        approval,
        ...columnsOf(form),
        managerOfficeId: managerOf(form),
        trialEndsOn: isTrying ? daysAfter(dateIn(timeZone, new Date()), TRIAL_DAYS) : null,
      }
    }),
  )
}

/** A new customer, whose owner gets an account and an invitation; an agent's waits for approval, and approvers are told. */
export async function createCustomer(call: Call<typeof customers.create>, stage: Stage) {
  const { db, body, viewer } = call
  const parent = await parentOf(db, viewer, body.agentId)
  refuseAny([
    ...customerFaults(body),
    ...refuseProvidersFields(viewer, body, {}),
    ...contractFaults(body, zoneOf(body, parent)),
    ...(await managerFaults(call, body.managerOfficeId || managerFor(viewer))),
  ])
  const id = newId()
  await insertCustomers(db, viewer, { stage, parent }, [{ id, form: body }])
  const found = await findCustomer(asking(call), stage, id)
  call.tellHistory({ officePath: found.row.officePath })
  await openOwner(call, found, body)
  if (found.row.approval === 'pending') await tellDeciders(call, stage, found)
  return shownCustomer(asking(call), await findCustomer(asking(call), stage, id))
}

/** The customer's fields in the update log; a project manager by its names at the time. */
async function logged(db: Db, { row, timeZone, placementDay }: FoundCustomer): Promise<Known> {
  const { managerOfficeId } = row
  const [manager] = managerOfficeId
    ? await db
        .select({ 'zh-CN': office.chineseName, 'en-US': office.englishName })
        .from(office)
        .where(eq(office.id, managerOfficeId))
    : []
  const { disabledAt, deletedAt, ...fields } = row
  return {
    ...fields,
    timeZone,
    placementDay,
    managerOfficeId: manager ?? managerOfficeId,
    disabled: disabledAt !== null,
    deleted: deletedAt !== null,
  }
}

/** Writes columns of the customer and its office, and the changes into the update log. */
export async function storeCustomer(
  call: Changing,
  stage: Stage,
  found: FoundCustomer,
  {
    columns,
    ofOffice,
  }: {
    columns: PgUpdateSetSource<typeof customer> & { stage?: Stage }
    ofOffice?: PgUpdateSetSource<typeof office>
  },
  more: { before?: Known; after?: Known } = {},
) {
  const { db, viewer } = call
  const { officeId, officePath } = found.row
  const before = await logged(db, found)
  if (ofOffice) await changeRows(db, office, eq(office.id, officeId), ofOffice)
  await changeRows(db, customer, eq(customer.officeId, officeId), columns)
  const now = await findKeptCustomer(asking(call), columns.stage ?? stage, officeId)
  const after = await logged(db, now)
  await noteChanges(db, {
    officePath,
    actor: viewer,
    before: { ...before, ...more.before },
    after: { ...after, ...more.after },
  })
  return shownCustomer(asking(call), now)
}

/** Changes the form's fields; an outdated version is answered by 409 with both. */
export async function changeCustomer(call: Changing & { body: Form }, stage: Stage) {
  const { viewer } = call
  const opened = await openCustomer(call, stage, call.body)
  const { found } = opened
  const body = withMaintenance(call.body, found)
  refuseUnseen(body, opened)
  const isNewManager = (body.managerOfficeId || null) !== found.row.managerOfficeId
  refuseAny([
    ...customerFaults(body),
    ...refuseProvidersFields(viewer, body, found.row),
    ...contractFaults(body, body.timeZone || found.timeZone, found.row.contractEndsOn),
    ...(isNewManager ? await managerFaults(call, body.managerOfficeId || null) : []),
  ])
  await tellFormerAddress(call, found.row, body.email || null, languageOf(found))
  const { chineseName, englishName, placementDay } = body
  const timeZone = body.timeZone || found.timeZone
  return storeCustomer(call, stage, found, {
    columns: columnsOf(body),
    ofOffice: { chineseName, englishName, placementDay, timeZone, agentEndsOn: body.agentEndsOn || null },
  })
}
