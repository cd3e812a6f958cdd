import { z } from 'zod'
import { alarms, LATCHED, metricByName, settingByName } from '../signals.ts'
import { type Text, text } from '../text.ts'
import { saying } from './documents.ts'
import { isBitTable, type RegisterType, registerTypes, tables } from './registers.ts'

const address = z.int().min(0).max(65_535)
const label = z.strictObject({ zh: z.string().min(1), en: z.string().min(1) })

/** One value of a device, and what it is in our signal model. */
const RegisterEntry = z
  .strictObject({
    /** Number on the wire, from 0. Several, high word first, where a value lies in distant registers. */
    register: z.union([address, z.array(address).min(2).max(4)]),
    table: z.enum(tables).optional(),
    type: z.enum(Object.keys(registerTypes) as [RegisterType, ...RegisterType[]]).default('uint16'),
    /** Which register of a value, and which byte of a register, comes first. */
    words: z.enum(['high', 'low']).optional(),
    bytes: z.enum(['high', 'low']).optional(),
    /** The bits of a register that are meant, from 0, the lowest. */
    bits: z
      .union([z.int().min(0).max(31), z.tuple([z.int().min(0).max(31), z.int().min(0).max(31)])])
      .optional(),
    scale: z
      .number()
      .refine(
        scale => scale !== 0,
        saying(text('scale 不能为 0，否则所有值都是 0', 'a scale of 0 would make every value 0')),
      )
      .default(1),
    offset: z.number().default(0),
    /** For switches: 0 is on. */
    inverted: z.boolean().default(false),
    /** Code in the register → code of the signal model. Any other code is no value. */
    codes: z.record(z.string().regex(/^\d+$/), z.int()).optional(),
    /** For times of day: how a register holds them. */
    clock: z.enum(['minutes', 'hhmm']).optional(),
    /** What stands in the register while there is no value. */
    none: z.array(z.number()).default([]),
    /** Seconds after the device comes to life in which 0 is no value. */
    warmUpS: z.number().positive().max(3600).optional(),
    /** Beyond these a value is none: the sensor is broken or absent. */
    low: z.number().optional(),
    high: z.number().optional(),
    /** A counter that begins again at 0 when its register is full, and is to go on. */
    wraps: z.boolean().default(false),
    everyS: z.number().min(0.2).max(3600).optional(),
    /** Change from which a value is reported between the reports of everything, in its unit. */
    deadband: z.number().min(0).optional(),
    /** Function codes 5 or 6, 15 or 16, 23. */
    write: z.enum(['single', 'multiple', 'readWrite']).default('single'),
    /** Exactly one: what it is. `#` is the number of the unit in the configuration. */
    metric: z.string().min(1).max(200).optional(),
    setting: z.string().min(1).max(200).optional(),
    alarm: z.string().min(1).max(200).optional(),
    /** The alarm that the controller holds while this is true, until somebody resets it at the panel. */
    latched: z.string().min(1).max(200).optional(),
    /** True while the controller takes no changes because somebody works at its panel. */
    lock: z.literal('panel').optional(),
    /** Only for a metric that our signal model does not have. */
    label: label.optional(),
    unit: z.string().max(20).optional(),
    decimals: z.int().min(0).max(6).optional(),
  })
  .superRefine((entry, context) => {
    const say: Say = (path, says) => context.addIssue({ code: 'custom', path: [path], ...saying(says) })
    const kinds = (['metric', 'setting', 'alarm', 'latched', 'lock'] as const).filter(
      key => entry[key] !== undefined,
    )
    if (kinds.length !== 1)
      say(
        'register',
        text(
          '请说明它是什么：metric、setting、alarm、latched、lock 必须且只能有一个',
          'say what it is: exactly one of metric, setting, alarm, latched, lock',
        ),
      )
    const size = registerTypes[entry.type]
    if (Array.isArray(entry.register) && entry.register.length !== size)
      say(
        'register',
        text(
          `${entry.type} 占 ${size} 个寄存器，不是 ${entry.register.length} 个`,
          `${entry.type} lies in ${size} registers, not in ${entry.register.length}`,
        ),
      )
    if (entry.table && isBitTable(entry.table)) {
      if (Array.isArray(entry.register))
        say('register', text('一个位只在一个地址', 'a bit lies in one place'))
      if (entry.bits !== undefined)
        say('bits', text(`${entry.table} 本身就是一个位`, `a ${entry.table} is one bit by itself`))
    }
    if (Array.isArray(entry.bits) && entry.bits[0] > entry.bits[1])
      say('bits', text('先写低位，再写高位', 'the lower bit comes first'))
    const highest = Array.isArray(entry.bits) ? entry.bits[1] : entry.bits
    if (highest !== undefined && highest >= 16 * size)
      say(
        'bits',
        text(
          `${entry.type} 只有 ${16 * size} 位，从 0 数起`,
          `${entry.type} has ${16 * size} bits, counted from 0`,
        ),
      )
    if (entry.wraps && (entry.type.startsWith('float') || entry.type.startsWith('int')))
      say(
        'wraps',
        text(
          `${entry.type} 类型的计数器不会归零重计`,
          `a counter of type ${entry.type} does not begin again at 0`,
        ),
      )
    if (entry.low !== undefined && entry.high !== undefined && entry.low > entry.high)
      say('low', text('下限高于上限', 'the lower limit is above the upper one'))
    checkName(entry, say)
  })
export type RegisterEntry = z.infer<typeof RegisterEntry>

/** What a value is called on the wire; undefined for one that is only read for the gateway itself. */
export const wireName = ({
  metric,
  setting,
  alarm,
  latched,
}: Pick<RegisterEntry, 'metric' | 'setting' | 'alarm' | 'latched'>): string | undefined =>
  metric ?? setting ?? (alarm === undefined ? latched && `${LATCHED}${latched}` : `Alarm/${alarm}`)

/** Whether a field is of an alarm: that it is active, or held at the controller. */
export const isOfAlarm = ({ alarm, latched }: Pick<RegisterEntry, 'alarm' | 'latched'>) =>
  alarm !== undefined || latched !== undefined

type Say = (key: string, says: Text) => void
const noSuchAlarm = (code: string) =>
  text(`系统中没有报警 ${code}`, `${code} is no alarm of the signal model`)

type Named = Pick<RegisterEntry, 'metric' | 'setting' | 'alarm' | 'latched' | 'label' | 'unit' | 'table'>

/** Names are those of the signal model, so that a map cannot invent what screens do not know. */
function checkName(entry: Named, say: Say): void {
  const { metric, setting, alarm, latched, label, table } = entry
  if (setting !== undefined && !settingByName(setting))
    say('setting', text(`系统中没有参数 ${setting}`, `${setting} is no setting of the signal model`))
  if (setting !== undefined && (table === 'discrete' || table === 'input'))
    say('table', text(`参数必须可写，而 ${table} 只读`, `a setting must be writable; ${table} is read-only`))
  if (alarm !== undefined && !alarms.some(({ code }) => code === alarm)) say('alarm', noSuchAlarm(alarm))
  if (latched !== undefined && !alarms.some(({ code }) => code === latched))
    say('latched', noSuchAlarm(latched))
  if (metric === undefined) return
  if (/^(Settings|Alarm|Latched|Command|Node Control|Node Info)\//.test(metric) || metric === 'bdSeq')
    say(
      'metric',
      text(
        `${metric} 是保留名称：参数和报警各有自己的键`,
        `${metric} is reserved: a setting or an alarm has its own key`,
      ),
    )
  else if (!metricByName.has(metric.replace('#', '1')) && (!label || entry.unit === undefined))
    say(
      'metric',
      text(
        `系统中没有信号 ${metric}：请给出中英文 label 和 unit`,
        `${metric} is not in the signal model: give it a label in both languages and a unit`,
      ),
    )
}

/** How a bus speaks to a device of a model. */
const Manner = z.strictObject({
  /** Most registers, and most bits, that it answers at once (Modbus allows 125 and 2,000). */
  registers: z.int().min(1).max(125).default(125),
  bits: z.int().min(1).max(2000).default(2000),
  /** Most registers that do not belong to the map and may be read along with others. */
  gap: z.int().min(0).max(124).default(0),
  /** ms it needs between an answer and the next question */
  pauseMs: z.int().min(0).max(5_000).default(0),
  /** ms within which it answers */
  timeoutMs: z.int().min(20).max(10_000).default(1_000),
  /** ms that it needs after a write until it can be read back, and between two writes */
  settleMs: z.int().min(0).max(10_000).default(300),
})

/** The registers of one model of device. */
export const RegisterMap = z.strictObject({
  map: z
    .string()
    .refine(
      map => /^[a-z0-9-]{1,60}$/.test(map),
      saying(text('只能用小写字母、数字和 -，最多 60 个', 'small letters, digits and - only, at most 60')),
    ),
  name: label,
  maker: z.string().min(1).max(100),
  /** Where this was read: a document, a page, a letter of the maker. */
  source: z.string().min(1),
  /** How sure it is: the maker's own sheet, a third party that uses it, or an example that fits no device. */
  confidence: z.enum(['maker', 'third-party', 'example']),
  /** As the device leaves its maker, for the check of the wiring. */
  serial: z
    .strictObject({
      baud: z.int().min(300).max(921_600),
      parity: z.enum(['none', 'even', 'odd']).default('none'),
      stopBits: z.union([z.literal(1), z.literal(2)]).default(1),
    })
    .optional(),
  unit: z.int().min(0).max(255).optional(),
  table: z.enum(tables).default('holding'),
  words: z.enum(['high', 'low']).default('high'),
  bytes: z.enum(['high', 'low']).default('high'),
  manner: Manner.default(() => Manner.parse({})),
  /** The alarm that stands while this device does not answer but others of its controller do. */
  silence: z
    .string()
    .refine(
      code => alarms.some(alarm => alarm.code === code),
      saying(text('系统中没有这个报警', 'no alarm of the signal model')),
    )
    .optional(),
  registers: z
    .array(RegisterEntry)
    .min(1)
    .superRefine((entries, context) => {
      const seen = new Set<string>()
      entries.forEach((entry, i) => {
        const name = wireName(entry)
        if (name === undefined) return
        const say: Say = (key, says) => context.addIssue({ code: 'custom', path: [i, key], ...saying(says) })
        if (seen.has(name)) say('register', text(`${name} 出现了两次`, `${name} is there twice`))
        seen.add(name)
        const { latched } = entry
        if (latched !== undefined && !entries.some(({ alarm }) => alarm === latched))
          say(
            'latched',
            text(
              `这里保持报警 ${latched}，但没有寄存器说明它是否仍在：请同时映射该报警`,
              `${latched} is held here, and nothing says whether it is active: map its alarm too`,
            ),
          )
      })
    }),
})
export type RegisterMap = z.infer<typeof RegisterMap>
