import { text } from '../text.ts'
import type { Choices } from './signal.ts'

/** Code of the first of several numbered functions of one kind. */
export const FIRST_RELAY_FUNCTION = { fanGroup: 1, heatingZone: 13 } as const

/** Functions that several relays may have, in blocks of numbered ones. */
const shared: Choices = {
  0: text('无', 'None'),
  ...block(FIRST_RELAY_FUNCTION.fanGroup, 12, '风机组', 'Fan group'),
  ...block(FIRST_RELAY_FUNCTION.heatingZone, 6, '加热分区', 'Heating zone'),
  19: text('水帘', 'Cooling pad'),
  20: text('喷雾', 'Fogger'),
  ...block(27, 4, '灯光', 'Light'),
  31: text('喂料', 'Feed'),
  32: text('供水', 'Water'),
  33: text('报警输出', 'Alarm'),
  34: text('集蛋带', 'Egg belt'),
  35: text('清粪带', 'Manure belt'),
}

/** Motors that run both ways: a second relay on one of them could drive it against itself. */
const exclusive: Choices = {
  21: text('侧墙小窗 1 开', 'Side inlet 1 open'),
  22: text('侧墙小窗 1 关', 'Side inlet 1 close'),
  23: text('侧墙小窗 2 开', 'Side inlet 2 open'),
  24: text('侧墙小窗 2 关', 'Side inlet 2 close'),
  25: text('导流板开', 'Tunnel inlet door open'),
  26: text('导流板关', 'Tunnel inlet door close'),
}

function block(first: number, count: number, zh: string, en: string): Choices {
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [first + i, text(`${zh} ${i + 1}`, `${en} ${i + 1}`)]),
  )
}

/** What a relay can drive, by its code on the wire. */
export const relayFunctions: Choices = { ...shared, ...exclusive }

/** True for a function that only one relay may have. */
export function isExclusive(relayFunction: number): boolean {
  return Object.hasOwn(exclusive, relayFunction)
}
