import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { get, Id, post, Seen } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { typedShape } from '../fields.ts'
import { line } from '../line.ts'
import { CUSTOMER } from '../permissions.ts'
import { proofs } from '../safety-tests.ts'
import { text } from '../text.ts'
import { ticketPictures } from '../tickets.ts'
import { OverhaulPlan } from './overhaul.ts'

/** What is told of a test, besides its proof. */
export const testFields = {
  note: { kind: 'text', most: 500, hasLines: true, label: text('说明', 'Note') },
  pictures: ticketPictures,
} as const satisfies Fields

const Moment = z.iso.datetime()
/** Sensors of a house that are checked in one test. */
const SENSORS = 24

/** A time without mains in the readings of a house: what a test of its generator is recorded from. */
const Transfer = z.object({
  mainsOffAt: Moment,
  generatorOnAt: Moment.nullable(),
  fansOnAt: Moment.nullable(),
  fans: z.number().int(),
  mainsBackAt: Moment.nullable(),
  /** Why it does not pass, in the reader's language. */
  faults: z.array(z.string()),
})
export type ProposedTransfer = z.infer<typeof Transfer>

/** A test alarm of the house's office: who was told, and who has answered. */
const SentAlarm = z.object({
  startedAt: Moment,
  by: z.string().nullable(),
  people: z.array(z.object({ id: Id, name: z.string(), answeredAt: Moment.nullable() })),
  /** When it is entered in the log at the latest; null once it is. */
  judgedBy: Moment.nullable(),
})
export type SentAlarm = z.infer<typeof SentAlarm>

/** What a test can be recorded from. */
export const TestBasis = z.object({
  proof: z.enum(valuesOf(proofs)),
  plan: OverhaulPlan,
  timeZone: z.string(),
  /** Times without mains since the last test, newest first; null where the controller tells nothing of its power. */
  transfers: z.array(Transfer).nullable(),
  /** The controller's target now, °C; null if it tells none. */
  target: z.number().nullable(),
  /** What its sensors say now. */
  probes: z.array(z.object({ metric: z.string(), value: z.number(), at: Moment, limit: z.number() })),
  /** The last test alarm; null if there was none. */
  alarm: SentAlarm.nullable(),
  /** A real alarm of this house would reach somebody by voice or SMS now; null where that is not tested. */
  wakesAnybody: z.boolean().nullable(),
})
export type TestBasis = z.infer<typeof TestBasis>

const path = '/admin/auth/overhaul'
const [staff, farm] = ['device_overhaul', 'device_overhaul_item_client'] as const

/** Tests of the farm's safety: overhauls that want proof, each an entry of the signed log. */
export const overhaulTests = {
  basis: get(`${path}/:id/test`, [`${staff}:get`, `${farm}:get`], { returns: TestBasis }),
  /** Records a test with its proof; what failed opens a repair. A test alarm records itself. */
  prove: post(`${path}/:id/test`, [`${staff}:edit`, `${farm}:add`], {
    body: z.object({
      ...typedShape(testFields),
      ...Seen.shape,
      /** Generator: when the mains went off, of a transfer found in the readings. */
      mainsOffAt: Moment.nullish(),
      /** Generator: what was seen by whoever stood there; without a transfer in the readings. */
      seen: z.object({ started: z.boolean(), ranFans: z.boolean() }).nullish(),
      /** Backup thermostat: what it is set to, °C, and whether it ran its fans. */
      setPoint: z.number().min(-10).max(60).nullish(),
      ranFans: z.boolean().nullish(),
      /** What a reference instrument showed beside each sensor, in metric units. */
      references: z
        .array(z.object({ metric: line(64), reference: z.number().min(-1_000).max(100_000) }))
        .max(SENSORS)
        .nullish(),
    }),
    returns: OverhaulPlan,
    says: text('记录测试“{item}”', 'Recorded the test “{item}”'),
  }),
  /** Sends a real test alarm along the chain of the house's office. Its answers are entered in the log by themselves. */
  sendAlarm: post(`${path}/:id/test/alarm`, `${farm}:add`, {
    kinds: [CUSTOMER],
    whenReadOnly: true,
    returns: TestBasis,
    says: text('发出测试报警', 'Sent a test alarm'),
  }),
}
