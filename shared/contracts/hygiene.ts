import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { crud, del, Id, put, unsaid, Version } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { chosen, Search } from '../fields.ts'
import { carcassWays, hygieneKindNames, hygienePlaces } from '../hygiene.ts'
import { line } from '../line.ts'
import { text } from '../text.ts'

const typed = {
  day: z.iso.date(),
  kind: z.enum(valuesOf(hygieneKindNames)),
  /** Of a disinfection: the product, its dilution or amount, what was disinfected, and who did it. */
  agent: line(100).default(''),
  dose: line(60).default(''),
  place: z.enum(hygienePlaces).nullish(),
  person: line(60).default(''),
  /** Of manure, or carcasses. */
  amountKg: z.number().min(0).max(2_000_000).nullish(),
  carcasses: z.number().int().min(0).max(500_000).nullish(),
  way: z.enum(carcassWays).nullish(),
  /** Who took it. */
  receiver: line(100).default(''),
  note: z.string().trim().max(300).default(''),
}

export const HygieneForm = z.object({ ...typed, houseId: Id, version: Version.optional() })
export type HygieneForm = z.output<typeof HygieneForm>

export const HygieneEntry = z.object({
  id: Id,
  houseId: Id,
  houseName: z.string(),
  customer: z.string().nullable(),
  ...typed,
  place: typed.place.unwrap().unwrap().nullable(),
  amountKg: z.number().nullable(),
  carcasses: z.number().int().nullable(),
  way: typed.way.unwrap().unwrap().nullable(),
  by: unsaid(z.string()),
  mayChange: z.boolean(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type HygieneEntry = z.infer<typeof HygieneEntry>

const Filter = z.object({
  search: Search,
  houseId: Id.optional(),
  officeId: Id.optional(),
  kind: chosen(hygieneKindNames),
  firstDay: z.iso.date().optional(),
  lastDay: z.iso.date().optional(),
})

const path = '/admin/auth/hygiene'
const permission = 'chicken_batch'
const noun = text('消毒与无害化记录', 'hygiene records')
const named = text('{house} {day} 消毒与无害化记录', 'a hygiene record of {house}, {day}')
const entries = crud(path, permission, { item: HygieneEntry, form: HygieneForm, filter: Filter, noun: named })
const keepers = [`${permission}:add`, `${permission}:edit`] as const

/** Disinfection, manure and carcasses of a house by day, as the breeding archive wants them. */
export const hygiene = {
  ...excelExport(path, permission, { filter: Filter, noun }),
  ...excelImport(path, permission, noun),
  ...entries,
  update: put(`${path}/:id`, keepers, {
    body: HygieneForm.omit({ houseId: true }),
    returns: HygieneEntry,
    says: entries.update.says,
  }),
  remove: del(`${path}/:id`, keepers, { returns: z.null(), says: entries.remove.says }),
}
