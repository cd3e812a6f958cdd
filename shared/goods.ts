import { text } from './text.ts'

/** What one of a good is. */
export const goodUnitNames = {
  piece: text('个', 'piece'),
  set: text('套', 'set'),
  metre: text('米', 'metre'),
  roll: text('卷', 'roll'),
  box: text('箱', 'box'),
  kilogram: text('千克', 'kilogram'),
} as const
export type GoodUnit = keyof typeof goodUnitNames
