import { valuesOf } from './choices.ts'
import type { HouseType } from './signals.ts'
import { type Language, type Text, text } from './text.ts'

/** Whether the birds of a flock lay, or will. */
export const isHens = ({ type }: { type: HouseType | undefined }): boolean =>
  type === 'layer' || type === 'breeder'

/** What the birds of a flock are kept for while they are in the house. */
export const flockCategoryNames = {
  brooding: text('育雏', 'Brooding'),
  rearing: text('育成', 'Rearing'),
  laying: text('产蛋', 'Laying'),
  meat: text('育肥', 'Grow-out'),
} as const
export const flockCategories = valuesOf(flockCategoryNames)
export type FlockCategory = keyof typeof flockCategoryNames

/** What a flock in a house of this type is by default. */
export const categoryOf: Readonly<Record<HouseType, FlockCategory>> = {
  layer: 'laying',
  breeder: 'laying',
  pullet: 'rearing',
  broiler: 'meat',
}

export const flockStateNames = {
  planned: text('待入舍', 'Planned'),
  running: text('饲养中', 'In the house'),
  closed: text('已结束', 'Closed'),
} as const
export type FlockState = keyof typeof flockStateNames

/** Causes of death, as far as they show in the house. */
export const deathCauseNames = {
  unknown: text('不明', 'Unknown'),
  weak: text('弱雏', 'Weak chicks'),
  disease: text('疾病', 'Disease'),
  heat: text('热应激', 'Heat'),
  cold: text('受凉', 'Cold'),
  pecking: text('啄癖', 'Pecking'),
  prolapse: text('脱肛', 'Prolapse'),
  legs: text('腿病', 'Legs'),
  smothering: text('扎堆压死', 'Smothering'),
  equipment: text('设备事故', 'Equipment'),
} as const
export const deathCauses = valuesOf(deathCauseNames)
export type DeathCause = keyof typeof deathCauseNames
/** Birds lost by each cause that was found. */
export type LossCauses = Readonly<Partial<Record<DeathCause, number>>>

/** The causes of a day's losses in words, most birds first. */
export const causesSay = (causes: LossCauses, language: Language): string =>
  deathCauses
    .filter(cause => causes[cause])
    .toSorted((a, b) => (causes[b] ?? 0) - (causes[a] ?? 0))
    .map(cause => `${deathCauseNames[cause][language]} ${causes[cause]}`)
    .join(language === 'zh-CN' ? '、' : ', ')

const causeNamed: ReadonlyMap<string, DeathCause> = new Map(
  deathCauses.flatMap(cause =>
    Object.values(deathCauseNames[cause]).map(name => [name.toLowerCase(), cause] as const),
  ),
)

/** Causes with their birds as {@link causesSay} writes them, in either language; null if any of it says something else. */
export function causesIn(said: string): LossCauses | null {
  const causes: Partial<Record<DeathCause, number>> = {}
  for (const part of said.split(/[,，、;；\n]/).map(each => each.trim())) {
    if (part === '') continue
    const [, name = '', count = ''] = /^(.*?)\s*[:：]?\s*(\d+)$/.exec(part) ?? []
    const cause = causeNamed.get(name.toLowerCase())
    if (!cause) return null
    if (Number(count) > 0) causes[cause] = (causes[cause] ?? 0) + Number(count)
  }
  return causes
}

/** Birds lost in all of these days, and how many of them by each cause that was found. */
export function causesTogether(days: readonly (Partial<DayFacts> & { lossCauses: LossCauses })[]) {
  const named: Partial<Record<DeathCause, number>> = {}
  for (const { lossCauses } of days)
    for (const cause of deathCauses)
      if (lossCauses[cause]) named[cause] = (named[cause] ?? 0) + lossCauses[cause]
  return { named, lost: days.reduce((sum, day) => sum + lostIn(day), 0) }
}

/** The same as rows, most birds first, those without a cause at the end; empty while no cause is told. Shares in %. */
export function causeRows({ named, lost }: ReturnType<typeof causesTogether>) {
  const told = deathCauses
    .flatMap(cause => (named[cause] ? [{ cause, birds: named[cause] }] : []))
    .toSorted((a, b) => b.birds - a.birds)
  if (told.length === 0) return []
  const without = lost - namedIn(named)
  const rows = without > 0 ? [...told, { cause: null, birds: without }] : told
  return rows.map(row => ({ ...row, share: lost > 0 ? (100 * row.birds) / lost : null }))
}

/** Birds whose cause is told, and birds lost in all. */
export const namedIn = (causes: LossCauses): number =>
  Object.values(causes).reduce((sum, count) => sum + count, 0)
export const lostIn = (facts: Readonly<Record<string, unknown>>): number =>
  lossNames.reduce((sum, name) => sum + (Number(facts[name]) || 0), 0)
export const lossNames = ['dead', 'culled', 'deadMales', 'culledMales'] as const satisfies RecordNumber[]

/** Whether somebody entered how many of the females and unsexed birds died or were culled on a day: none is a number too. */
export const tellsLosses = ({ dead, culled }: Pick<DayFacts, 'dead' | 'culled'>): boolean =>
  dead !== null || culled !== null

/** The cause of most losses of a day; null if no cause has a number. */
export const mainCauseOf = (causes: LossCauses): DeathCause | null =>
  deathCauses.filter(cause => causes[cause]).toSorted((a, b) => (causes[b] ?? 0) - (causes[a] ?? 0))[0] ??
  null

export const treatmentKindNames = {
  medicine: text('用药', 'Medicine'),
  vaccine: text('免疫', 'Vaccine'),
} as const
export const treatmentKinds = valuesOf(treatmentKindNames)
/** Most treatments in a day, and most days of withdrawal for one. */
export const TREATMENTS = 20
export const WITHDRAWAL_DAYS = 200
/** Most days that a treatment is given, its first and last included. */
export const TREATMENT_DAYS = 60
/** Most pictures of a day. */
export const RECORD_PICTURES = 6

/** Figures of a record that a controller may also have counted. */
export const meteredFigures = ['eggs', 'feed', 'water', 'dead'] as const
export type Metered = (typeof meteredFigures)[number]

/** Numeric fields of a record, with their bounds. {@link fieldsOfType} has the rest. */
export const recordNumbers = {
  dead: { most: 500_000, isWhole: true, unit: '' },
  culled: { most: 500_000, isWhole: true, unit: '' },
  deadMales: { most: 500_000, isWhole: true, unit: '' },
  culledMales: { most: 500_000, isWhole: true, unit: '' },
  sold: { most: 500_000, isWhole: true, unit: '' },
  soldKg: { most: 5_000_000, isWhole: false, unit: 'kg' },
  movedIn: { most: 500_000, isWhole: true, unit: '' },
  movedOut: { most: 500_000, isWhole: true, unit: '' },
  movedInMales: { most: 500_000, isWhole: true, unit: '' },
  movedOutMales: { most: 500_000, isWhole: true, unit: '' },
  eggsSound: { most: 1_000_000, isWhole: true, unit: '' },
  eggsBroken: { most: 1_000_000, isWhole: true, unit: '' },
  eggsDirty: { most: 1_000_000, isWhole: true, unit: '' },
  eggsSoft: { most: 1_000_000, isWhole: true, unit: '' },
  eggsHatching: { most: 1_000_000, isWhole: true, unit: '' },
  eggsSet: { most: 5_000_000, isWhole: true, unit: '' },
  eggsFertile: { most: 5_000_000, isWhole: true, unit: '' },
  chicks: { most: 5_000_000, isWhole: true, unit: '' },
  eggWeight: { most: 150, isWhole: false, unit: 'g/egg' },
  feed: { most: 200_000, isWhole: false, unit: 'kg' },
  feedMales: { most: 200_000, isWhole: false, unit: 'kg' },
  water: { most: 1_000_000, isWhole: false, unit: 'L' },
  weight: { most: 15_000, isWhole: false, unit: 'g' },
  uniformity: { most: 100, isWhole: false, unit: '%' },
  weightMales: { most: 15_000, isWhole: false, unit: 'g' },
} as const
export type RecordNumber = keyof typeof recordNumbers
export const recordNumberNames = Object.keys(recordNumbers) as RecordNumber[]

/** Eggs by grade; their sum is what was laid. */
export const eggGrades = ['eggsSound', 'eggsBroken', 'eggsDirty', 'eggsSoft', 'eggsHatching'] as const
export type EggGrade = (typeof eggGrades)[number]

const birds = ['dead', 'culled'] as const
const moves = ['sold', 'soldKg', 'movedIn', 'movedOut'] as const
const weighed = ['weight', 'uniformity'] as const
/** What the hatchery reports of eggs from this flock. */
const hatched = ['eggsSet', 'eggsFertile', 'chicks'] as const
const laid = ['eggsSound', 'eggsBroken', 'eggsDirty', 'eggsSoft'] as const
/** Fields of a day by kind of birds, in the order of walking the house. */
const ofType: Readonly<Record<HouseType, readonly RecordNumber[]>> = {
  layer: [...birds, ...moves, ...laid, 'eggWeight', 'feed', 'water', ...weighed],
  broiler: [...birds, ...moves, 'feed', 'water', ...weighed],
  pullet: [...birds, ...moves, 'feed', 'water', ...weighed],
  breeder: [
    ...birds,
    'deadMales',
    'culledMales',
    ...moves,
    'movedInMales',
    'movedOutMales',
    'eggsHatching',
    ...laid,
    'eggWeight',
    'feed',
    'feedMales',
    'water',
    ...weighed,
    'weightMales',
    ...hatched,
  ],
}
export const fieldsOfType = (type: HouseType): readonly RecordNumber[] => ofType[type]

/** The figures recorded for a day; null if not recorded. */
export type DayFacts = Readonly<Record<RecordNumber, number | null>>

/** All eggs of a day; null if none of the grades was recorded. */
export function eggsOf(facts: Readonly<Partial<Record<EggGrade, number | null | undefined>>>): number | null {
  const told = eggGrades.flatMap(grade => facts[grade] ?? [])
  return told.length === 0 ? null : told.reduce((sum, eggs) => sum + eggs, 0)
}

/** Names of a day's numbers, on screens and in files. */
export const recordLabels: Readonly<Record<RecordNumber, Text>> = {
  dead: text('死亡', 'Dead'),
  culled: text('淘汰', 'Culled'),
  deadMales: text('公鸡死亡', 'Males dead'),
  culledMales: text('公鸡淘汰', 'Males culled'),
  sold: text('出售（只）', 'Sold'),
  soldKg: text('出售重量', 'Sold, weight'),
  movedIn: text('转入', 'Moved in'),
  movedOut: text('转出', 'Moved out'),
  movedInMales: text('公鸡转入', 'Males moved in'),
  movedOutMales: text('公鸡转出', 'Males moved out'),
  eggsSound: text('好蛋', 'Sound eggs'),
  eggsBroken: text('破蛋', 'Broken eggs'),
  eggsDirty: text('脏蛋', 'Dirty eggs'),
  eggsSoft: text('软壳蛋', 'Soft-shelled eggs'),
  eggsHatching: text('合格种蛋', 'Hatching eggs'),
  eggsSet: text('入孵蛋数', 'Eggs set'),
  eggsFertile: text('受精蛋数', 'Fertile eggs'),
  chicks: text('出雏数', 'Chicks hatched'),
  eggWeight: text('平均蛋重', 'Egg weight'),
  feed: text('耗料', 'Feed'),
  feedMales: text('公鸡耗料', 'Male feed'),
  water: text('饮水', 'Water'),
  weight: text('平均体重', 'Mean weight'),
  uniformity: text('均匀度', 'Uniformity'),
  weightMales: text('公鸡体重', 'Male weight'),
}
