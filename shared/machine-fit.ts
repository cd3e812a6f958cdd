import type { Machine } from './machines.ts'
import type { Part } from './parts.ts'

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
  /** What it is; null if nobody has said. */
  part: Part | null
  chineseName: string
  englishName: string
}

/** What only a belt drive has: the motor of a machine without a belt sits on the shaft and carries it. */
export const driveParts: readonly Part[] = ['belt', 'wheel', 'bearing', 'grease']

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

/** What a belt is called, in either language; for JavaScript and PostgreSQL, without regard to capitals. */
export const BELT_NAMES = 'belt|皮带|三角带|传动带|v带'
const beltNames = new RegExp(BELT_NAMES, 'i')

/** Whether it is a belt: as somebody has said, else by its names. */
const isBelt = ({ part, chineseName, englishName }: FittedMachines): boolean =>
  part === 'belt' || (part === null && beltNames.test(`${chineseName} ${englishName}`))

/** Whether a good can only be for machines with a belt; one that nobody has said what it is may be a belt. */
const isOfDrive = ({ part }: FittedMachines): boolean => part === null || driveParts.includes(part)

/**
 * A machine without a belt takes no part of a belt drive, unless the part names its model; a belt not even then: a model may
 * be built with either drive.
 */
const isFitting = (good: FittedMachines, { model, isDirect }: OwnedMachine): boolean => {
  if (isDirect && isBelt(good)) return false
  return good.modelKeys.length > 0
    ? model !== '' && good.modelKeys.includes(modelKey(model))
    : !(isDirect && isOfDrive(good))
}

/** Whether a good fits the machines of a house, and which of them. */
export function fitOf(
  good: FittedMachines,
  owned: readonly OwnedMachine[],
): { fit: Fit; fitting: OwnedMachine[]; others: OwnedMachine[] } {
  const meant = owned.filter(({ machine }) => good.machines.includes(machine))
  const fitting = meant.filter(each => isFitting(good, each))
  const others = meant.filter(each => !fitting.includes(each))
  const isUnknown = others.some(({ model, isDirect }) => model === '' && !(isDirect && isOfDrive(good)))
  const fit = fitting.length > 0 ? 'fits' : isUnknown ? 'unknown' : others.length > 0 ? 'other' : 'none'
  return { fit, fitting, others }
}
