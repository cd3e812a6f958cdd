import { z } from 'zod'
import { text } from './text.ts'

const Both = z.object({ 'zh-CN': z.string(), 'en-US': z.string() })
const Moment = z.iso.datetime()

/** What was seen in a test, by its kind. Values are metric. */
export const TestFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('alarm'),
    /** Who was told, by place in the entry's list of people, and when each answered. */
    told: z.array(z.object({ who: z.number().int(), isOnCall: z.boolean(), answeredAt: Moment.nullable() })),
  }),
  z.object({
    kind: z.literal('generator'),
    /** Found in the readings, or told by whoever stood beside it. */
    seenBy: z.enum(['readings', 'eye']),
    mainsOffAt: Moment.nullable(),
    generatorOnAt: Moment.nullable(),
    fansOnAt: Moment.nullable(),
    mainsBackAt: Moment.nullable(),
    /** Fan groups that ran on it; null if nobody counted. */
    fans: z.number().int().nullable(),
    faults: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('thermostat'),
    /** °C */
    setPoint: z.number(),
    /** The controller's target then, °C; null if it told none. */
    target: z.number().nullable(),
    ranFans: z.boolean(),
  }),
  z.object({
    kind: z.literal('sensors'),
    probes: z.array(
      z.object({
        metric: z.string(),
        value: z.number(),
        readAt: Moment,
        reference: z.number(),
        deviation: z.number(),
        limit: z.number(),
      }),
    ),
  }),
  z.object({ kind: z.literal('correction'), of: z.number().int() }),
])
export type TestFacts = z.infer<typeof TestFacts>
export type TestKind = TestFacts['kind']

export const testKinds = {
  alarm: text('报警测试', 'Alarm test'),
  generator: text('发电机带载切换', 'Generator with load transfer'),
  thermostat: text('备用温控器', 'Backup thermostat'),
  sensors: text('传感器比对', 'Sensor check'),
  correction: text('更正', 'Correction'),
} as const satisfies Record<TestKind, unknown>

/** The text of an entry: what is signed. Its keys keep this order. */
export const TestRecord = z.object({
  format: z.literal(1),
  /** Id of the customer's office: each has a log of its own. */
  log: z.string(),
  /** From 1, without gaps. */
  number: z.number().int(),
  /** Hash of the entry before; '' for the first. */
  previous: z.string(),
  /** Random: whoever has it may verify the entry. */
  code: z.string(),
  at: Moment,
  /** Id of the office whose test it is: the customer's own or a farm team's. */
  office: z.string(),
  farm: Both,
  timeZone: z.string(),
  /** Null: of all houses of the office. */
  house: z.object({ id: z.string(), name: z.string() }).nullable(),
  item: Both,
  /** Null for a correction. */
  isPassed: z.boolean().nullable(),
  facts: TestFacts,
  /** Salted hashes of who is named and what they wrote: first whoever recorded it. */
  people: z.array(z.string()),
  /** SHA-256 of its pictures, hex, by id. */
  pictures: z.array(z.object({ id: z.string(), sha256: z.string() })),
})
export type TestRecord = z.infer<typeof TestRecord>

/** What is wrong with a log at an entry. */
export const logFaults = {
  changed: text('内容被改动', 'was changed'),
  missing: text('缺失', 'is missing'),
  link: text('与上一条不衔接', 'does not follow the entry before it'),
  signature: text('签名无效', 'was not signed by this server'),
  person: text('人员或说明被改动', 'names somebody else, or other words, than were signed'),
  place: text('被移到其他农场', 'was moved to another farm'),
  end: text('不是本服务器写入的', 'was not written by this server'),
} as const
export type LogFault = keyof typeof logFaults

/** Whether a log holds from its first entry on; if not, what is wrong where first. */
export const Verdict = z.object({
  /** How far it was looked through: the number of the last entry. */
  entries: z.number().int(),
  fault: z
    .object({ number: z.number().int(), what: z.enum(Object.keys(logFaults) as [LogFault, ...LogFault[]]) })
    .nullable(),
})
export type Verdict = z.infer<typeof Verdict>

/** What is hashed of a named person; \u001f is in no name. */
export const personText = (salt: string, name: string, words: string): string =>
  [salt, name, words].join('\u001f')

/** What the hash of an entry covers, besides the text: so that nothing of a row can be exchanged. */
export const hashedText = (payload: string, keyId: string, signature: string): string =>
  [payload, keyId, signature].join('\n')

/** What is signed of the end of a log. */
export const endText = (log: string, number: number, hash: string): string => `${log} ${number} ${hash}`
