import { dateOf } from './dates.ts'
import { type OrderLine, orderSteps } from './orders.ts'
import { deliveriesOf, type Shipment } from './shipments.ts'
import { bothNames, type Language, type Text, textIn } from './text.ts'

interface Owing {
  lines: readonly OrderLine[]
  shipments: readonly Shipment[]
}

const wording = {
  'zh-CN': {
    line: (name: string, count: string) => `${name} × ${count}`,
    shipment: (number: number, day: string) => `第 ${number} 批（${day}）`,
    between: '、',
    open: (lines: string) => `未发：${lines}。`,
    unsailed: (shipments: string) => `未开船：${shipments}。`,
    underway: (shipments: string) => `未到港：${shipments}。`,
    anyway: '仍要完成订单？',
  },
  'en-US': {
    line: (name: string, count: string) => `${count} × ${name}`,
    shipment: (number: number, day: string) => `shipment ${number} (${day})`,
    between: ', ',
    open: (lines: string) => `Not shipped: ${lines}. `,
    unsailed: (shipments: string) => `Has not sailed: ${shipments}. `,
    underway: (shipments: string) => `Has not arrived: ${shipments}. `,
    anyway: 'Complete the order anyway?',
  },
} satisfies Record<Language, object>

/** Lines that are not in shipments yet. Where nobody said what is in them, the step of the order is all that is known. */
function openOf({ lines, shipments }: Owing) {
  if (!shipments.some(({ goods = [] }) => goods.length > 0)) return []
  return deliveriesOf(lines, shipments).flatMap(({ open }, i) => {
    const line = lines[i]
    return line && open > 0 ? { name: bothNames(line), open } : []
  })
}

/** Shipments that by their plan are still to sail after a day, or to arrive; by their place in the order, from 1. */
function aheadOf({ shipments }: Owing, today: string) {
  const ahead = shipments.flatMap(({ isReturn, sailingOn, sailedOn, arrivalOn, arrivedOn }, i) => {
    if (isReturn || arrivedOn) return []
    const sails = !sailedOn && sailingOn && sailingOn > today ? sailingOn : null
    const day = sails ?? arrivalOn
    return day && day > today ? { number: i + 1, day, hasSailed: sails === null } : []
  })
  return { unsailed: ahead.filter(each => !each.hasSailed), underway: ahead.filter(each => each.hasSailed) }
}

function askIn(language: Language, order: Owing, today: string): string {
  const words = wording[language]
  const open = openOf(order).map(each =>
    words.line(textIn(each.name, language), each.open.toLocaleString(language)),
  )
  const { unsailed, underway } = aheadOf(order, today)
  const numbered = (shipments: typeof unsailed) =>
    shipments.map(({ number, day }) => words.shipment(number, dateOf(day, language)))
  const owed = [
    [words.open, open] as const,
    [words.unsailed, numbered(unsailed)] as const,
    [words.underway, numbered(underway)] as const,
  ]
    .map(([sentence, parts]) => (parts.length > 0 ? sentence(parts.join(words.between)) : ''))
    .join('')
  return owed === '' ? orderSteps.complete.asks[language] : owed + words.anyway
}

/** What is asked before an order is completed on a day: whether in spite of what its buyer is still owed. */
export const askCompleting = (order: Owing, today: string): Text => ({
  'zh-CN': askIn('zh-CN', order, today),
  'en-US': askIn('en-US', order, today),
})
