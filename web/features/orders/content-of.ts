import type { Order } from '#shared/contracts/orders.ts'
import { bothNames, type Language, textIn } from '#shared/text.ts'

/** An order in one line: its goods. */
export const contentOf = ({ lines }: Pick<Order, 'lines'>, language: Language): string =>
  lines.map(line => `${textIn(bothNames(line), language)} × ${line.quantity}`).join(', ')
