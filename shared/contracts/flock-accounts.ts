import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { get, Id, post, put, Version } from '../endpoint.ts'
import { closeNames, closeWhys } from '../flock-close.ts'
import { costKindNames, eggClassNames, eggPriceNames, lotPriceNames } from '../flock-sales.ts'
import { line } from '../line.ts'
import { Amount, currencies } from '../money.ts'
import { text } from '../text.ts'
import { Job } from './jobs.ts'

const Birds = z.number().int().min(0).max(500_000)
const Kg = z.number().min(0).max(5_000_000)
/** Most rows of each kind: a flock in lay sells its eggs every week, in several classes. */
export const LOTS_MOST = 100
export const EGG_SALES_MOST = 600
export const COSTS_MOST = 100

/** Birds that left together, as the buyer or the slaughterhouse accounts for them. */
const SoldLot = z.object({
  day: z.iso.date(),
  birds: Birds.min(1),
  liveKg: Kg.nullish(),
  carcassKg: Kg.nullish(),
  /** Birds found unfit. */
  condemned: Birds.nullish(),
  price: Amount.nullish(),
  per: z.enum(valuesOf(lotPriceNames)).default('liveKg'),
  buyer: line(100).default(''),
})

/** Eggs of a class that were sold up to a day. */
const EggSale = z.object({
  day: z.iso.date(),
  grade: z.enum(valuesOf(eggClassNames)),
  eggs: z.number().int().min(0).max(100_000_000).nullish(),
  eggKg: Kg.nullish(),
  price: Amount.nullish(),
  per: z.enum(valuesOf(eggPriceNames)).default('egg'),
  buyer: line(100).default(''),
})

const CostRow = z.object({
  kind: z.enum(valuesOf(costKindNames)),
  what: line(80).default(''),
  /** In all, in the account's currency. */
  amount: Amount,
})

export const FlockAccountForm = z.object({
  currency: z.enum(currencies),
  lots: z.array(SoldLot).max(LOTS_MOST),
  eggs: z.array(EggSale).max(EGG_SALES_MOST),
  costs: z.array(CostRow).max(COSTS_MOST),
  note: z.string().trim().max(1_000).default(''),
  version: Version.optional(),
})
export type FlockAccountForm = z.output<typeof FlockAccountForm>

/** What was sold and paid; prices and costs only for those who manage flocks. */
export const FlockAccount = FlockAccountForm.extend({ version: z.number().int() })
export type FlockAccount = z.infer<typeof FlockAccount>

const Lacks = z.object({ why: z.enum(closeWhys), n: z.number().optional(), of: z.number().optional() })

/** The figures an owner closes a flock with; null with the reason in `lacks`. */
export const CloseFigures = z.object({
  values: z.record(z.enum(closeNames), z.number().nullable()),
  lacks: z.partialRecord(z.enum(closeNames), Lacks),
})

export const FlockClose = z.object({
  flockId: Id,
  number: z.string(),
  houseName: z.string(),
  /** The last day that counts: of the flock, or today. */
  until: z.iso.date(),
  isClosed: z.boolean(),
  currency: z.enum(currencies),
  /** Whether the viewer sees money; without it figures of money are absent. */
  seesMoney: z.boolean(),
  account: FlockAccount,
  figures: CloseFigures,
  /** When stock was last taken for it; null: what is left follows from the records. */
  feedCountedOn: z.iso.date().nullable(),
  /** Treatments recorded, and until when birds and eggs were not to be sold on the last day. */
  treatments: z.number().int(),
  withdrawal: z.object({ meat: z.iso.date().nullable(), eggs: z.iso.date().nullable() }),
  /** The flock before it in the house. */
  before: z.object({ number: z.string(), figures: CloseFigures }).nullable(),
})
export type FlockClose = z.infer<typeof FlockClose>

const path = '/admin/auth/flock-accounts'

/** The account of a flock; `:id` is the flock's. It can be completed after the flock is closed. */
export const flockAccounts = {
  get: get(`${path}/:id`, 'chicken_batch:get', { returns: FlockClose }),
  update: put(`${path}/:id`, 'chicken_batch:edit', {
    body: FlockAccountForm,
    returns: FlockClose,
    says: text('修改批次 {number} 的销售与成本', 'Changed sales and costs of flock {number}'),
  }),
  closeWorkbook: post(`${path}/excel`, 'chicken_batch:export', {
    body: z.object({ flockId: Id }),
    whenReadOnly: true,
    returns: Job,
    says: text('导出批次 {number} 结算（Excel）', 'Exported the close of flock {number} (Excel)'),
  }),
}
