import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { CustomerForm } from '#shared/contracts/customer-forms.ts'
import { type Customer, customers, trialCustomers } from '#shared/contracts/customers.ts'
import { countryName, countryOf } from '#shared/countries.ts'
import type { Stage } from '#shared/customers.ts'
import { lastDay } from '#shared/zone-time.ts'
import { isWithin } from '../../people/offices/within-reach.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { faultRepeated } from '../../platform/jobs/judge-rows.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import type { Asked, Draft, Filled, Writing, Written } from '../../platform/jobs/sheet-parts.ts'
import {
  contractFaults,
  customerFaults,
  insertCustomers,
  isDepartment,
  parentOf,
  refuseProvidersFields,
} from './customer-changes.ts'
import { tellDecidersOfMany } from './customer-news.ts'
import { customerIds, customersById, moduleOf } from './customers.queries.ts'

type Form = z.output<typeof CustomerForm>
type Row = Filled<Form>

const plain = (text: unknown) => String(text).normalize('NFKC').trim().toLowerCase()

/** Replaces names of departments and countries, in either language, by ids and codes. */
async function resolveCustomers({ db, viewer }: Asked, drafts: readonly Draft[]): Promise<void> {
  const departments = drafts.some(({ values }) => values.managerOfficeId !== undefined)
    ? await db
        .select()
        .from(office)
        .where(and(isDepartment, isNull(office.deletedAt), isWithin(viewer)))
    : []
  const idOf = new Map(
    departments.flatMap(({ id, chineseName, englishName }) =>
      [chineseName, englishName].map(name => [plain(name), id] as const),
    ),
  )
  for (const { values, faults } of drafts) {
    const { country, managerOfficeId } = values
    const code = country === undefined ? undefined : countryOf(String(country))
    if (code) values.country = code
    else if (country !== undefined) {
      faults.push({ field: 'country', message: 'field.country.wrong' })
      // One fault per cell is enough.
      values.country = 'CN'
    }
    if (managerOfficeId === undefined) continue
    const id = idOf.get(plain(managerOfficeId))
    if (id) values.managerOfficeId = id
    else faults.push({ field: 'managerOfficeId', message: 'customer.managerUnknown' })
  }
}

const nameKey = ({ chineseName, englishName }: Pick<Form, 'chineseName' | 'englishName'>) =>
  `${plain(chineseName)} ${plain(englishName)}`

/** Rules of a customer, and no other with the same names: a file is easily imported twice. */
async function checkCustomers({ db, viewer }: Asked, rows: readonly Row[]): Promise<void> {
  const { timeZone } = await parentOf(db, viewer, null)
  for (const { draft, form } of rows)
    draft.faults.push(
      ...customerFaults(form),
      ...refuseProvidersFields(viewer, form, {}),
      ...contractFaults(form, form.timeZone || timeZone),
    )
  faultRepeated(rows, 'englishName', nameKey, row => ['import.repeated', { row }])
  const names = rows.flatMap(({ form }) => [form.chineseName, form.englishName].filter(name => name !== ''))
  const { chineseName, englishName } = customer
  const found = await db
    .select({ chineseName, englishName })
    .from(customer)
    .where(
      and(
        isNull(customer.deletedAt),
        sql`(${chineseName} = any(${sql.param(names)}::text[]) or ${englishName} = any(${sql.param(names)}::text[]))`,
      ),
    )
  const taken = new Set(found.map(nameKey))
  for (const { draft, form } of rows)
    if (taken.has(nameKey(form)))
      draft.faults.push({ field: 'englishName', message: 'import.customerExists' })
}

/** Approvers are told once how many customers wait for them. */
const telling = (stage: Stage) => async (asked: Writing, written: readonly Written[]) => {
  const waiting = (written as (Written & { shown: Customer })[]).filter(
    ({ shown }) => shown.approval === 'pending',
  )
  if (waiting.length > 0) await tellDecidersOfMany(asked, stage, waiting.length)
}

/** The customers, still without users: their owners are invited one by one. */
const writing = (stage: Stage) => async (asked: Writing, rows: readonly Row[]) => {
  const { db, viewer } = asked
  const parent = await parentOf(db, viewer, null)
  await insertCustomers(db, viewer, { stage, parent }, rows)
  const ids = rows.map(({ id }) => id)
  const shown = new Map((await customersById(asked, ids)).map(row => [row.id, row]))
  const paths = await db
    .select({ id: customer.officeId, officePath: customer.officePath })
    .from(customer)
    .where(inArray(customer.officeId, ids))
  return paths.map(({ id, officePath }) => ({ id, officePath, shown: shown.get(id) }))
}

const sheetOf = (stage: Stage, contract: typeof customers | typeof trialCustomers) =>
  listSheet({
    list: moduleOf[stage],
    contract,
    columns: [
      { field: 'chineseName', kind: 'text', width: 28 },
      { field: 'englishName', kind: 'text', width: 28 },
      { field: 'status', kind: 'text', words: 'deviceStatus', width: 14 },
      { field: 'approval', kind: 'text', words: 'approval', width: 14 },
      { field: 'contact', kind: 'text' },
      { field: 'phone', kind: 'text' },
      { field: 'email', kind: 'text', width: 28 },
      {
        field: 'country',
        kind: 'text',
        value: ({ country }: Customer, { language }) => country && countryName(country, language),
      },
      { field: 'city', kind: 'text' },
      { field: 'address', kind: 'text', width: 36 },
      { field: 'longitude', kind: 'number' },
      { field: 'latitude', kind: 'number' },
      { field: 'timeZone', kind: 'text' },
      {
        field: 'managerOfficeId',
        kind: 'text',
        value: ({ afterSaleServiceDepartmentName }: Customer) => afterSaleServiceDepartmentName,
      },
      { field: 'managerName', kind: 'text' },
      { field: 'agentName', kind: 'text', width: 28 },
      { field: stage === 'formal' ? 'contractEndsOn' : 'trialEndsOn', kind: 'date' },
      { field: 'agentEndsOn', kind: 'date' },
      { field: 'nextMaintenanceOn', kind: 'date' },
      { field: 'nextMaintenance', kind: 'text', width: 28 },
      ...(['remoteControlUntil', 'farmAccessUntil'] as const).map(field => ({
        field,
        kind: 'date' as const,
        value: ({ [field]: until, timeZone }: Customer) => until && lastDay(Date.parse(until), timeZone),
      })),
      { field: 'customerHouses', kind: 'whole', value: ({ houses }: Customer) => houses },
      { field: 'lastActiveAt', kind: 'instant' },
      { field: 'remarks', kind: 'text', width: 40 },
      { field: 'createdAt', kind: 'instant' },
    ],
    ids: (asked, query: Parameters<typeof customerIds>[2]) => customerIds(asked, stage, query),
    rows: (asked, ids) => customersById(asked, ids),
    import: {
      form: CustomerForm,
      columns: [
        { field: 'chineseName', kind: 'text', width: 28 },
        { field: 'englishName', kind: 'text', width: 28 },
        { field: 'contact', kind: 'text', isRequired: true },
        { field: 'phone', kind: 'text' },
        { field: 'email', kind: 'text', width: 28 },
        { field: 'country', kind: 'text', isRequired: true },
        { field: 'city', kind: 'text' },
        { field: 'address', kind: 'text', width: 36 },
        { field: 'longitude', kind: 'number' },
        { field: 'latitude', kind: 'number' },
        { field: 'timeZone', kind: 'text' },
        { field: 'managerOfficeId', kind: 'text' },
        ...(stage === 'formal' ? [{ field: 'contractEndsOn', kind: 'date' } as const] : []),
        { field: 'nextMaintenanceOn', kind: 'date' },
        { field: 'nextMaintenance', kind: 'text', width: 28 },
        { field: 'remarks', kind: 'text', width: 40 },
      ],
      resolve: resolveCustomers,
      check: checkCustomers,
      write: writing(stage),
      finish: telling(stage),
    },
  })

/** Export and import of the two customer lists in Excel. */
export const customersSheets = {
  formal: sheetOf('formal', customers),
  trial: sheetOf('trial', trialCustomers),
}
