import type { Machine } from './machines.ts'

/** Machines of one kind and model in a house. */
export interface OwnedMachine {
  machine: Machine
  /** As on record; empty while nobody has said. */
  model: string
  /** How many; null while nobody has said. */
  count: number | null
  /** The motor sits on the shaft: the machine has no belt. */
  isDirect?: boolean
}

/** What a good fits: kinds of machines, and of those only the models it names; without models every model. */
export interface FittedMachines {
  machines: readonly Machine[]
  modelKeys: readonly string[]
}

/** A model as it is compared: nobody types capitals, spaces and hyphens twice the same way. */
export const modelKey = (model: string): string =>
  model
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\-_./]+/g, '')

/** The models in a text that separates them by commas, semicolons or lines. */
export const modelsIn = (text: string): string[] =>
  text
    .split(/[,;，；、\n]/)
    .map(model => model.trim())
    .filter(Boolean)
export const modelKeysIn = (text: string): string[] =>
  [...new Set(modelsIn(text).map(modelKey))].filter(Boolean)

/**
 * How a good fits a house. `unknown`: the house has such a machine, but its model is not on record; `other`: it has another
 * model; `none`: it has no such machine.
 */
export const fits = ['fits', 'unknown', 'other', 'none'] as const
export type Fit = (typeof fits)[number]

/** A machine without a belt fits no good that does not name its model: parts for all models are for belt drive. */
const isFitting = ({ modelKeys }: FittedMachines, { model, isDirect }: OwnedMachine): boolean =>
  modelKeys.length === 0 && !isDirect ? true : modelKeys.includes(modelKey(model)) && model !== ''

/** Whether a good fits the machines of a house, and which of them. */
export function fitOf(
  good: FittedMachines,
  owned: readonly OwnedMachine[],
): { fit: Fit; fitting: OwnedMachine[]; others: OwnedMachine[] } {
  const meant = owned.filter(({ machine }) => good.machines.includes(machine))
  const fitting = meant.filter(each => isFitting(good, each))
  const others = meant.filter(each => !fitting.includes(each))
  const isUnknown = others.some(({ model }) => model === '')
  const fit = fitting.length > 0 ? 'fits' : isUnknown ? 'unknown' : others.length > 0 ? 'other' : 'none'
  return { fit, fitting, others }
}
