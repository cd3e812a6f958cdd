import { type Machine, machineNames } from './machines.ts'
import type { Text } from './text.ts'

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

/** Words that say that something is replaced, not what. */
const REPLACED = new Set([
  'replace',
  'replacing',
  'renew',
  'change',
  'the',
  'all',
  'and',
  'or',
  'of',
  'a',
  'every',
])
const REPLACED_CHINESE = /更换|全部|所有|定期/g

const stem = (word: string) => word.replace(/(?<=[a-z]{2})e?s$/, '')
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map(stem)

/**
 * Whether work that replaces something needs a good: all that is named beside the machine is in the good's name ("Replace
 * belt" needs "Fan belt B-1900" and no fan motor). Work that names nothing else replaces the machine itself.
 */
export function isNeededBy(work: Text, machine: Machine, good: Text): boolean {
  const name = machineNames[machine]
  const own = new Set(wordsOf(name['en-US']))
  const parts = wordsOf(work['en-US']).filter(word => !REPLACED.has(word) && !own.has(word))
  const there = new Set(wordsOf(good['en-US']))
  if (work['en-US'] !== '' && good['en-US'] !== '')
    return (parts.length > 0 ? parts : [...own]).every(word => there.has(word))
  const part = work['zh-CN'].replace(REPLACED_CHINESE, '').replace(name['zh-CN'], '')
  return good['zh-CN'].includes(part === '' ? name['zh-CN'] : part)
}
