import { and, eq, gt, gte, ilike, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Box } from '#shared/contracts/customer-records.ts'
import type { CustomerFilter } from '#shared/contracts/customers.ts'
import { codesOf } from '#shared/countries.ts'
import { type CustomerStatus, MAINTENANCE_SOON, type Stage } from '#shared/customers.ts'
import type { DeletedFilter } from '#shared/endpoint.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { activeSince } from '../../people/customers/status.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere } from '../../platform/http/lists.ts'

export type Filter = z.output<typeof CustomerFilter> & z.output<typeof DeletedFilter> & Box

const isEnabled = isNull(customer.disabledAt)
const inStatus: Readonly<Record<CustomerStatus, SQL | undefined>> = {
  DISABLE: isNotNull(customer.disabledAt),
  UNACTIVE: and(isEnabled, isNull(customer.lastActiveAt)),
  ONLINE: and(isEnabled, gt(customer.lastActiveAt, activeSince)),
  OFFLINE: and(isEnabled, lte(customer.lastActiveAt, activeSince)),
}

/** The end date of a customer in this list. */
export const endOf = (stage: Stage) => (stage === 'formal' ? customer.contractEndsOn : customer.trialEndsOn)

/** Ended, or ending within the given number of days, by the viewer's calendar. */
export function ending(stage: Stage, days: number | 'over', { timeZone }: Pick<Viewer, 'timeZone'>) {
  const [end, today] = [endOf(stage), dateIn(timeZone, new Date())]
  return days === 'over' ? lt(end, today) : and(gte(end, today), lte(end, daysAfter(today, days)))
}
const daysOf = { ended: 'over', '30d': 30, '90d': 90 } as const

/** Next maintenance overdue, or due within the given number of days; `due` is both. */
export function maintained(
  asked: NonNullable<Filter['maintenance']>,
  { timeZone }: Pick<Viewer, 'timeZone'>,
) {
  const [next, today] = [customer.nextMaintenanceOn, dateIn(timeZone, new Date())]
  if (asked === 'overdue') return lt(next, today)
  if (asked === 'due') return lte(next, daysAfter(today, MAINTENANCE_SOON))
  return and(gte(next, today), lte(next, daysAfter(today, 30)))
}

/** Customers directly below this agent. */
const ofAgent = (id: string) =>
  inArray(
    customer.officeId,
    new QueryBuilder().select({ id: office.id }).from(office).where(eq(office.parentId, id)),
  )

/** Whether consent lasts; a customer that never gave any has none. */
const lasting = (until: typeof customer.farmAccessUntil, is: 'on' | 'off') =>
  is === 'on' ? sql`${until} > now()` : sql`coalesce(${until} <= now(), true)`

/** Whether a customer is in this part of the map. */
function inBox({ west, south, east, north }: Box): SQL | undefined {
  const { longitude, latitude } = customer
  const [from, to] = [
    west === undefined ? undefined : gte(longitude, west),
    east === undefined ? undefined : lt(longitude, east),
  ]
  const crossesDateLine = west !== undefined && east !== undefined && west > east
  return and(
    crossesDateLine ? or(from, to) : and(from, to),
    south === undefined ? undefined : gte(latitude, south),
    north === undefined ? undefined : lt(latitude, north),
  )
}

/** The conditions of a list's filters. */
export function matching(stage: Stage, filter: Filter, viewer: Pick<Viewer, 'timeZone'>): SQL | undefined {
  const { search, status, approval, continent, country, ends, maintenance } = filter
  const { managerOfficeId, agentId, farmAccess, remoteControl } = filter
  const { chineseName, englishName, contact, phone, email } = customer
  const inText = [chineseName, englishName, contact, phone, email]
  return and(
    search ? or(...inText.map(column => ilike(column, anywhere(search)))) : undefined,
    status && inStatus[status],
    approval && eq(customer.approval, approval),
    continent && inArray(customer.country, codesOf(continent)),
    country ? eq(customer.country, country) : undefined,
    ends && ending(stage, daysOf[ends], viewer),
    maintenance && maintained(maintenance, viewer),
    managerOfficeId ? eq(customer.managerOfficeId, managerOfficeId) : undefined,
    agentId ? ofAgent(agentId) : undefined,
    farmAccess && lasting(customer.farmAccessUntil, farmAccess),
    remoteControl && lasting(customer.remoteControlUntil, remoteControl),
    inBox(filter),
  )
}
