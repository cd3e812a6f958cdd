import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { counted, get, Id, PageQuery, page, post } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, Search, typedShape } from '../fields.ts'
import { machineNames } from '../machines.ts'
import { repairStandings, repairSteps } from '../repairs.ts'
import { stepEndpoints } from '../states.ts'
import { text } from '../text.ts'
import {
  Entry,
  madeIn,
  SentId,
  TICKET_TEXT,
  ticketPictures,
  ticketShape,
  Waiting,
  waitsFor,
} from '../tickets.ts'
import { DoubtedReading } from './doubts.ts'
import { AgreedStatement } from './service-statement.ts'

export const repairFields = {
  title: { kind: 'text', most: 100, isRequired: true, label: text('故障现象', 'What is wrong') },
  machine: {
    kind: 'choice',
    choices: machineNames,
    label: text('设备类型', 'Machine'),
    hint: text('选了才能直接推荐适配的配件。', 'Shows the spare parts that fit it.'),
  },
  equipment: {
    kind: 'text',
    most: 100,
    label: text('设备部位', 'Equipment'),
    hint: text('例如“3、4 列料线绞龙”。', 'For example “feed auger of rows 3 and 4”.'),
  },
  description: {
    kind: 'text',
    most: TICKET_TEXT,
    hasLines: true,
    isRequired: true,
    label: text('故障描述', 'Description'),
  },
  pictures: ticketPictures,
  expectedOn: { kind: 'day', label: text('期望解决日期', 'Solve by') },
  phone: {
    kind: 'text',
    most: 40,
    label: text('联系电话', 'Phone'),
    hint: text('项目负责人将致电此号码。', 'The project manager will call this number.'),
  },
} as const satisfies Fields

export const Repair = z.object({
  ...ticketShape,
  standing: z.enum(valuesOf(repairStandings)),
  title: z.string(),
  equipment: z.string(),
  /** By the house's calendar; null if not given. */
  expectedOn: z.iso.date().nullable(),
  /** Of the house, else of the customer. */
  timeZone: z.string(),
  accepter: z.string().nullable(),
  acceptedAt: z.iso.datetime().nullable(),
  /** The specification's repair time: when it was confirmed as done. */
  finishedAt: z.iso.datetime().nullable(),
  visitAt: z.iso.datetime().nullable(),
  visitHours: z.number().nullable(),
})
export type Repair = z.infer<typeof Repair>

/** A value of the device when the repair was requested, in the unit of its metric. */
const Reading = z.object({
  metric: z.string(),
  value: z.number(),
  at: z.iso.datetime(),
  /** Why it was not believed at the time; null if it was. */
  doubt: DoubtedReading.nullable(),
})

/** A repair with everything written about it; measured values only for those who may see the farm (RA). */
export const RepairDetail = Repair.extend({
  description: z.string(),
  /** What spare parts are offered for. */
  machine: z.enum(valuesOf(machineNames)).nullable(),
  phone: z.string(),
  record: z.string().nullable(),
  cancelReason: z.string().nullable(),
  alarmId: z.string().nullable(),
  /** What was ordered, if it is a claim for that. */
  claim: z.object({ orderId: Id, number: z.string(), lineId: z.string() }).nullable(),
  entries: z.array(Entry),
  readings: z.array(Reading).nullable(),
})
export type RepairDetail = z.infer<typeof RepairDetail>

/** A visit that is planned for a repair. */
const Visit = z.object({
  /** Of the repair. */
  id: Id,
  number: z.string(),
  title: z.string(),
  customer: z.string().nullable(),
  house: z.string().nullable(),
  visitAt: z.iso.datetime(),
  visitHours: z.number().nullable(),
  /** Of the house, else of the customer. */
  timeZone: z.string(),
  /** Where the customer is; null: not entered. */
  at: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
})
export type Visit = z.infer<typeof Visit>

const filter = z.object({
  search: Search,
  standing: chosen(repairStandings),
  /** A customer, including its farm teams. */
  officeId: Id.optional(),
  ...waitsFor,
  ...madeIn,
})
const path = '/admin/auth/repairs'
const [applying, handling] = ['device_repair_client_list', 'device_repair_admin_list'] as const
const readers = [`${applying}:query`, `${handling}:query`] as const

/** Repairs that customers request: both sides read the same rows, each under its own permission. */
export const repairs = {
  ...excelExport(path, handling, { filter, noun: text('报修', 'repair requests') }),
  list: get(path, readers, { query: PageQuery.extend(filter.shape), returns: page(Repair) }),
  counts: counted(path, readers, filter, ['standing']),
  /** How many wait for the provider, by how long. */
  waiting: get(`${path}/waiting`, readers, { returns: Waiting }),
  /** Of accepted repairs: today by the reader's calendar, in the order of the day. */
  visits: get(`${path}/visits`, `${handling}:query`, { returns: z.array(Visit) }),
  get: get(`${path}/:id`, [`${applying}:get`, `${handling}:get`], { returns: RepairDetail }),
  create: post(path, `${applying}:add`, {
    body: z.object({
      ...typedShape(repairFields),
      houseId: Id.nullish(),
      deviceId: Id.nullish(),
      /** The alarm it is about. */
      alarmId: Id.nullish(),
      /** For a claim: the order, and which line of it. */
      orderId: Id.nullish(),
      line: Id.nullish(),
      sentId: SentId,
      /** The version of the service statement that was agreed to. */
      statement: AgreedStatement,
    }),
    returns: Repair,
    says: text('报修 {number}', 'Requested repair {number}'),
  }),
  ...stepEndpoints(path, repairSteps, Repair),
}
