import type { Order } from '#shared/contracts/orders.ts'
import { bothNames, type Language, textIn } from '#shared/text.ts'

/** An order in one line: its content, or its goods. */
export function contentOf({ content, lines }: Order, language: Language): string {
  if (content) return content.split('\n')[0] ?? ''
  const names = lines.map(line => `${textIn(bothNames(line), language)} × ${line.quantity}`)
  return names.join(', ')
}
