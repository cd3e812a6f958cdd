import { z } from 'zod'
import { saying } from '#shared/register-maps/documents.ts'
import { type Text, text } from '#shared/text.ts'

export const name = z.string().min(1).max(60)
export const port = z.int().min(1).max(65_535)
const place = z.int().min(0).max(65_535)
const unit = z.int().min(0).max(255)

/** A page on the farm's own network, for when the internet is gone. */
export const LocalConfig = z.strictObject({
  port,
  /** address it listens on; by default every one of this computer */
  host: z.string().min(1).default('0.0.0.0'),
  /** names by which it is opened, besides the addresses and the name of this computer */
  names: z.array(z.string().min(1).max(253)).max(10).default([]),
  /** silences the siren from the page */
  pin: z
    .string()
    .refine(
      pin => /^\d{4,12}$/.test(pin),
      saying(text('4 至 12 位数字，写在引号里', '4 to 12 digits, in quotes')),
    )
    .optional(),
})
export type LocalConfig = z.infer<typeof LocalConfig>

const exactlyOne = (...values: (number | undefined)[]) =>
  values.filter(value => value !== undefined).length === 1

/** A switch that somebody presses in the house or at the gate, read from a Modbus device. */
const ButtonConfig = z
  .strictObject({
    bus: name,
    unit,
    coil: place.optional(),
    discrete: place.optional(),
    holding: place.optional(),
    input: place.optional(),
    /** 0 while it is pressed */
    inverted: z.boolean().default(false),
  })
  .refine(
    ({ coil, discrete, holding, input }) => exactlyOne(coil, discrete, holding, input),
    saying(
      text(
        '请说明从哪里读取：coil、discrete、holding、input 必须且只能有一个',
        'say where it is read: exactly one of coil, discrete, holding, input',
      ),
    ),
  )
export type ButtonConfig = z.infer<typeof ButtonConfig>

/** A relay with a siren, for critical alarms while the server cannot tell anybody. */
export const SirenConfig = z
  .strictObject({
    bus: name,
    unit,
    coil: place.optional(),
    register: place.optional(),
    /** what is written to sound it, and to silence it; 0 and 1 where the relay is on at rest */
    on: place.default(1),
    off: place.default(0),
    /** s without the server, or without an answer of a whole controller, from which on it counts */
    afterS: z.int().min(1).max(3600).default(120),
    /** min after which an alarm that was silenced and still stands sounds again */
    againMin: z.int().min(1).max(1440).default(30),
    button: ButtonConfig.optional(),
  })
  .refine(
    ({ coil, register }) => exactlyOne(coil, register),
    saying(
      text(
        '请说明用什么控制：coil、register 必须且只能有一个',
        'say what switches it: exactly one of coil, register',
      ),
    ),
  )
  .refine(({ on, off }) => on !== off, {
    path: ['off'],
    ...saying(text('on 和 off 相同', 'on and off are the same')),
  })
  .refine(({ coil, on, off }) => coil === undefined || (on <= 1 && off <= 1), {
    path: ['on'],
    ...saying(text('coil 只能是 0 或 1', 'a coil is 0 or 1')),
  })
export type SirenConfig = z.infer<typeof SirenConfig>

interface Local {
  buses: readonly { name: string }[]
  local?: LocalConfig | undefined
  siren?: SirenConfig | undefined
}

export const noBus = (bus: string) => text(`没有总线“${bus}”`, `there is no bus "${bus}"`)
const DEAF = text(
  '警笛无法消音：请设置 local 的 pin，或给警笛一个 button',
  'nobody could silence it: give local a pin, or the siren a button',
)

/** What is wrong between the siren and the rest of a configuration. */
export function sirenProblems({
  buses,
  local,
  siren,
}: Local): { path: readonly PropertyKey[]; message: Text }[] {
  if (!siren) return []
  const isBus = (wanted: string) => buses.some(bus => bus.name === wanted)
  const absent = (path: readonly PropertyKey[], bus: string) =>
    isBus(bus) ? [] : [{ path: [...path, 'bus'], message: noBus(bus) }]
  const canSilence = siren.button !== undefined || local?.pin !== undefined
  return [
    ...absent(['siren'], siren.bus),
    ...(siren.button ? absent(['siren', 'button'], siren.button.bus) : []),
    ...(canSilence ? [] : [{ path: ['siren'], message: DEAF }]),
  ]
}
