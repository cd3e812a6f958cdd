import { text } from '#shared/text.ts'
import type { Draft } from './sheet-parts.ts'

/** Decimals of a stored amount. */
const DECIMALS = 4
/** Digits of a number that a workbook keeps; what stands behind them only arithmetic made. */
const DIGITS = 15

const tooFine = text(
  '“{said}”多于 4 位小数，请填写要保存的数',
  '“{said}” has more than 4 decimals. Enter the number that is to be stored',
)

/** Cells with amounts of money become text, as amounts are; one that could not be kept as it stands is refused, never rounded. */
export function keepAmounts(
  { values, faults }: Pick<Draft, 'values' | 'faults'>,
  names: readonly string[],
): void {
  for (const name of names) {
    const value = values[name]
    if (typeof value !== 'number') continue
    const said = Number(value.toPrecision(DIGITS))
    values[name] = value.toFixed(DECIMALS)
    if (Number(values[name]) !== said)
      faults.push({ field: name, message: [tooFine, { said: String(said) }] })
  }
}
