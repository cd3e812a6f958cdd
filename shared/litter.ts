import { valuesOf } from './choices.ts'
import { type Text, text } from './text.ts'

/** What birds on the floor were placed on. */
export const litterNames = {
  new: text('新垫料', 'New'),
  reused: text('旧垫料', 'Used before'),
  treated: text('旧垫料（已处理）', 'Used before, treated'),
} as const
export const litters = valuesOf(litterNames)
export type Litter = keyof typeof litterNames

/** The same in a sentence about the birds. */
export const onLitter: Readonly<Record<Litter, Text>> = {
  new: text('新垫料', 'on new litter'),
  reused: text('旧垫料', 'on litter used before'),
  treated: text('处理过的旧垫料', 'on treated litter used before'),
}

/** Litter that gives off ammonia before a chick has left a dropping. */
export const isUsed = (litter: Litter | null | undefined): boolean =>
  litter === 'reused' || litter === 'treated'
