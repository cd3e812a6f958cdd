import { z } from 'zod'
import { crud, get, Id, post, unsaid, Version } from '../endpoint.ts'
import { chosen, Search } from '../fields.ts'
import { TREATMENT_DAYS } from '../flocks.ts'
import { STEP_DAY_MOST, STEPS_MOST, stepStates } from '../health-programme.ts'
import { line } from '../line.ts'
import { CUSTOMER } from '../permissions.ts'
import { houseTypeNames, houseTypes } from '../signals.ts'
import { text } from '../text.ts'
import { Treatment } from './flock-records.ts'

/** What is given at which age. */
const typedStep = {
  /** Day of age as the farm counts it. */
  day: z.number().int().min(0).max(STEP_DAY_MOST),
  /** On how many days in a row. */
  days: z.number().int().min(1).max(TREATMENT_DAYS).default(1),
  ...Treatment.pick({
    kind: true,
    name: true,
    dose: true,
    route: true,
    withdrawalDays: true,
    eggWithdrawalDays: true,
  }).shape,
}
export const ProgrammeStep = z.object({ id: Id, ...typedStep })
export type ProgrammeStep = z.infer<typeof ProgrammeStep>

const typed = {
  name: line(60).min(1),
  houseType: z.enum(houseTypes),
  /** Only for flocks of this breed; for all of the type if left out. */
  breed: line(64).nullish(),
  /** Given to flocks that are placed from now on. */
  isGiven: z.boolean().default(true),
}
export const HealthProgrammeForm = z.object({
  ...typed,
  officeId: Id,
  /** A step keeps its id, by which flocks know it; a new one has none. */
  steps: z
    .array(z.object({ ...typedStep, id: Id.optional() }))
    .min(1)
    .max(STEPS_MOST),
  /** Whether the flocks that follow it now go on as before or follow the change; asked for if there are any. */
  running: z.enum(['keep', 'change']).nullish(),
  version: Version.optional(),
})
export type HealthProgrammeForm = z.output<typeof HealthProgrammeForm>

export const HealthProgramme = z.object({
  id: Id,
  ...typed,
  breed: z.string().nullable(),
  isGiven: z.boolean(),
  officeId: Id,
  customer: z.string().nullable(),
  steps: z.array(ProgrammeStep),
  /** Flocks in their houses, or planned, that follow it. */
  flocks: z.number().int(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type HealthProgramme = z.infer<typeof HealthProgramme>

const Filter = z.object({ search: Search, houseType: chosen(houseTypeNames), officeId: Id.optional() })

const path = '/admin/auth/health-programmes'
const programmes = crud(path, 'chicken_batch', {
  item: HealthProgramme,
  form: HealthProgrammeForm,
  filter: Filter,
  noun: text('免疫用药程序 {name}', 'health programme {name}'),
})
/** Programmes of vaccinations and treatments by age, kept by a customer for its flocks. */
export const healthProgrammes = {
  ...programmes,
  /** Programmes are for those who manage flocks; recording what was given is not. */
  create: post(path, 'chicken_batch:edit', {
    body: HealthProgrammeForm,
    returns: HealthProgramme,
    says: programmes.create.says,
  }),
}

/** A step of a flock, on its day. */
export const PlannedStep = ProgrammeStep.extend({
  dueOn: z.iso.date(),
  state: z.enum(stepStates),
  /** The record that says it was given. */
  done: z.object({ day: z.iso.date(), batch: z.string(), by: unsaid(z.string()) }).nullable(),
  skipped: z.object({ reason: z.string(), by: unsaid(z.string()), at: z.iso.datetime() }).nullable(),
})
export type PlannedStep = z.infer<typeof PlannedStep>

export const FlockPlan = z.object({
  flockId: Id,
  /** What it follows; null if nothing. Steps that were due before `since` are not asked for. */
  programme: z.object({ id: Id.nullable(), name: z.string(), since: z.iso.date() }).nullable(),
  steps: z.array(PlannedStep),
  /** What it could follow. */
  choices: z.array(z.object({ id: Id, name: z.string() })),
})
export type FlockPlan = z.infer<typeof FlockPlan>

export const DueStep = PlannedStep.pick({ dueOn: true, state: true }).extend({
  flockId: Id,
  houseId: Id,
  houseName: z.string(),
  step: ProgrammeStep,
  /** Today at the house. */
  today: z.iso.date(),
  /** As last recorded at this farm for the same product. */
  lastBatch: z.string(),
})
export type DueStep = z.infer<typeof DueStep>

const health = '/admin/auth/flock-health'
const says = (chinese: string, english: string) => text(`{house}：${chinese}`, `{house}: ${english}`)
/** What a flock's programme asks for; `:id` is the flock's. What was given is in its daily records. */
export const flockHealth = {
  /** What a farm's flocks are to be given: overdue, today and in the next week, in the order of days. */
  list: get(health, 'chicken_batch:query', { kinds: [CUSTOMER], returns: z.array(DueStep) }),
  get: get(`${health}/:id`, 'chicken_batch:get', { returns: FlockPlan }),
  /** Gives a flock a programme, or takes it away. */
  follow: post(`${health}/:id/follow`, 'chicken_batch:edit', {
    body: z.object({ programmeId: Id.nullable() }),
    returns: FlockPlan,
    says: says('设置免疫用药程序', 'Set the health programme'),
  }),
  /** A step that is not carried out, and why. */
  skip: post(`${health}/:id/skip`, ['chicken_batch:add', 'chicken_batch:edit'], {
    body: z.object({ stepId: Id, reason: z.string().trim().min(1).max(300) }),
    returns: FlockPlan,
    says: says('跳过免疫用药：{reason}', 'Skipped a step of the health programme: {reason}'),
  }),
  unskip: post(`${health}/:id/unskip`, ['chicken_batch:add', 'chicken_batch:edit'], {
    body: z.object({ stepId: Id }),
    returns: FlockPlan,
    says: says('恢复已跳过的免疫用药', 'Took back a skipped step of the health programme'),
  }),
}
