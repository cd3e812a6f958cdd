import { normal } from '#shared/money.ts'
import { faultOfParts, type PaymentPart } from '#shared/order-terms.ts'
import { text } from '#shared/text.ts'
import { refuse } from '../../platform/http/errors.ts'

const says = {
  both: text('每期只填比例或金额之一', 'Enter a percentage or an amount for each part, not both'),
  rest: text('只有最后一期可以是余款', 'Only the last part can be what is left'),
  percent: text('比例须大于 0，合计不超过 100 %', 'Percentages must be above 0 and at most 100 together'),
  day: text(
    '指定日期的一期须填写日期',
    'Enter a date for the part that is due on a fixed date, and only there',
  ),
}

/** The parts of a price as they are stored; refused if they do not add up. */
export function agreedParts(parts: readonly PaymentPart[]): PaymentPart[] {
  const fault = faultOfParts(parts)
  if (fault !== null) throw refuse.invalid([{ field: 'parts', message: says[fault] }], says[fault])
  return parts.map(part => ({ ...part, amount: part.amount && normal(part.amount) }))
}
