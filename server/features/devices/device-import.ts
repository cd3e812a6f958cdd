import { and, gt, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { DeviceForm } from '#shared/contracts/devices.ts'
import { RESTORABLE_MS } from '#shared/limits.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { device, deviceConnection } from '../../platform/database/tables/farms.ts'
import { countTold, refuseGuessing } from '../../platform/http/taken-told.ts'
import { type Farm, farmsInScope, resolveFarms } from '../../platform/jobs/farms-by-name.ts'
import { faultRepeated } from '../../platform/jobs/judge-rows.ts'
import type { Asked, Draft, Filled } from '../../platform/jobs/sheet-parts.ts'
import { devicesById } from './devices.queries.ts'
import { codeKey, connectionFault, freeFrom } from './devices.rules.ts'

type Row = Filled<z.output<typeof DeviceForm>>

const DATE_CHARACTERS = 10

/** Customers by name. Gateways stay codes until all rows are known: a gateway may be a row of the same file. */
export async function resolveDevices({ db, viewer }: Asked, drafts: readonly Draft[]): Promise<void> {
  await resolveFarms(db, viewer.officeId, drafts)
}

/** Codes are unique across all customers, and a deleted device keeps its own for a while. */
async function faultTaken(asked: Asked, rows: readonly Row[]): Promise<void> {
  const keys = [...new Set(rows.map(({ form }) => codeKey(form.code)))]
  if (keys.length === 0) return
  const reservedSince = new Date(Date.now() - RESTORABLE_MS)
  await refuseGuessing(asked)
  const heldAmong = (db: Db) =>
    db
      .select({ codeKey: device.codeKey, deletedAt: device.deletedAt })
      .from(device)
      .where(
        and(anyOf(device.codeKey, keys), or(isNull(device.deletedAt), gt(device.deletedAt, reservedSince))),
      )
  const found = await heldAmong(asked.store.scoped(SYSTEM))
  const seen = new Set((await heldAmong(asked.db)).map(({ codeKey }) => codeKey))
  const elsewhere = new Set(found.map(({ codeKey }) => codeKey).filter(key => !seen.has(key)))
  await countTold(asked, elsewhere.size)
  const holders = new Map<string, Date | null>()
  for (const { codeKey, deletedAt } of found)
    if (deletedAt === null || !holders.has(codeKey)) holders.set(codeKey, deletedAt)
  for (const { draft, form } of rows) {
    const deletedAt = holders.get(codeKey(form.code))
    if (deletedAt === null) draft.faults.push({ field: 'code', message: 'device.codeTaken' })
    if (!deletedAt) continue
    const date = freeFrom(deletedAt).toISOString().slice(0, DATE_CHARACTERS)
    draft.faults.push({ field: 'code', message: ['device.codeReserved', { date }] })
  }
}

interface Gateway {
  id: string
  farmPath: string | undefined
}

/** Gateways that the file's rows may name, by code: those in the viewer's scope and those in the file itself. */
async function gatewaysFor(
  { db }: Asked,
  rows: readonly Row[],
  farms: ReadonlyMap<string, Farm>,
): Promise<Map<string, Gateway>> {
  const named = [...new Set(rows.flatMap(({ form }) => (form.gatewayId ? [codeKey(form.gatewayId)] : [])))]
  if (named.length === 0) return new Map()
  const stored = await db
    .select({ id: device.id, key: device.codeKey, officeId: device.officeId })
    .from(device)
    .where(and(anyOf(device.codeKey, named), isNull(device.gatewayId), isNull(device.deletedAt)))
  const gateways = new Map<string, Gateway>()
  for (const { id, form, draft } of rows)
    if (form.type === 'gateway' && draft.faults.length === 0)
      gateways.set(codeKey(form.code), { id, farmPath: farms.get(form.officeId)?.farmPath })
  for (const { id, key, officeId } of stored)
    gateways.set(key, { id, farmPath: farms.get(officeId)?.farmPath })
  return gateways
}

/** Checks the rules of a device and codes taken here or elsewhere, and replaces gateway codes by gateways. */
export async function checkDevices(asked: Asked, rows: readonly Row[]): Promise<void> {
  const farms = new Map((await farmsInScope(asked.db)).map(farm => [farm.id, farm]))
  for (const { draft, form } of rows) {
    const fault = connectionFault(form)
    // A sheet has no column for how a controller connects: it names its gateway.
    if (fault) draft.faults.push({ field: 'gatewayId', message: fault.message })
  }
  faultRepeated(
    rows,
    'code',
    ({ code }) => codeKey(code),
    row => ['import.repeated', { row }],
  )
  await faultTaken(asked, rows)
  const gateways = await gatewaysFor(asked, rows, farms)
  for (const { draft, form } of rows) {
    if (!form.gatewayId) continue
    const gateway = gateways.get(codeKey(form.gatewayId))
    if (gateway && gateway.farmPath === farms.get(form.officeId)?.farmPath) form.gatewayId = gateway.id
    else if (form.type !== 'gateway')
      draft.faults.push({ field: 'gatewayId', message: 'device.gatewayUnknown' })
  }
}

/** Registers the rows. None has a credential yet: a secret is shown once, to whoever issues it. */
export async function writeDevices(asked: Asked, rows: readonly Row[]) {
  const { db, viewer, language } = asked
  const farms = new Map((await farmsInScope(db)).map(farm => [farm.id, farm]))
  const made = rows.map(({ id, form: { code, name, type, officeId, gatewayId } }) => {
    const officePath = farms.get(officeId)?.path
    if (officePath === undefined) throw new Error('A device without its customer')
    return {
      id,
      type,
      code,
      codeKey: codeKey(code),
      name,
      officeId,
      officePath,
      gatewayId: gatewayId ?? null,
    }
  })
  await db.insert(device).values(made)
  await db.insert(deviceConnection).values(
    made.map(({ id, officePath }) => ({
      deviceId: id,
      officePath,
      event: 'registered',
      detail: viewer.actualName,
    })),
  )
  const ids = made.map(({ id }) => id)
  const shown = new Map((await devicesById(db, ids, language)).map(row => [row.id, row]))
  return made.map(({ id, officePath }) => ({
    id,
    officePath,
    shown: { device: shown.get(id), credential: null },
  }))
}
