import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { get, put } from '../endpoint.ts'
import { gasUnitNames } from '../energy-prices.ts'
import type { Fields } from '../field.ts'
import { typedShape } from '../fields.ts'
import { Amount, currencies, currencyNames } from '../money.ts'
import { CUSTOMER } from '../permissions.ts'
import { text } from '../text.ts'

export const EnergyPrices = z.object({
  currency: z.enum(currencies),
  /** per kWh; null if the farm has not said it */
  power: Amount.nullable(),
  /** per `gasUnit` */
  gas: Amount.nullable(),
  gasUnit: z.enum(valuesOf(gasUnitNames)),
})

export const energyFields = {
  currency: { kind: 'choice', choices: currencyNames, isRequired: true, label: text('币种', 'Currency') },
  power: {
    kind: 'amount',
    label: text('电价（每千瓦时）', 'Power, per kWh'),
    hint: text('不填则只显示用电量。', 'Leave empty to see kWh only.'),
  },
  gas: {
    kind: 'amount',
    label: text('燃气价', 'Gas'),
    hint: text('不填则只显示供热量。', 'Leave empty to see kWh only.'),
  },
  gasUnit: {
    kind: 'choice',
    choices: gasUnitNames,
    isRequired: true,
    label: text('燃气价按', 'Gas is priced per'),
    hint: text(
      '1 立方米按 9.4 千瓦时、1 公斤按 12.8 千瓦时计。',
      '1 m³ counts as 9.4 kWh, 1 kg as 12.8 kWh.',
    ),
  },
} as const satisfies Fields

const EnergyForm = z.object(typedShape(energyFields))
export type EnergyForm = z.output<typeof EnergyForm>

const Kept = z.object({
  /** Null until the farm has set any. */
  prices: EnergyPrices.nullable(),
  /** Only people of the whole farm set them, not those of a part of it. */
  maySet: z.boolean(),
})

const path = '/admin/auth/energy-prices'

/** What the viewer's farm pays for gas and power: what-if says what a draft costs. */
export const energyPrices = {
  read: get(path, 'device_setting:query', {
    kinds: [CUSTOMER],
    returns: Kept,
    summary: 'What the farm pays for gas and power.',
  }),
  set: put(path, 'device_setting:edit', {
    kinds: [CUSTOMER],
    // It moves nothing at any controller.
    wantsProof: false,
    body: EnergyForm,
    returns: Kept,
    says: text('设置能源价格', 'Set the prices of gas and power'),
    summary: 'Sets what the farm pays for gas and power; an empty price means that only kWh are told.',
  }),
}
