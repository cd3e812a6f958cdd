import { isHens } from '../flocks.ts'
import type { HouseType } from '../signals.ts'
import { type Text, text } from '../text.ts'
import { type FurtherMeasure, furtherColumns, type StandardTable } from './standard-table.ts'

/** What a farm's own standard may say of an age, in these metric units; shares in %. `formerly`: its title in sheets of before. */
export const ownMeasures = {
  weight: { most: 15_000, unit: 'g', label: text('体重', 'Body weight') },
  feed: {
    most: 1_000,
    unit: 'g/bird',
    label: text('每只日耗料', 'Daily feed a bird'),
    formerly: text('日耗料 g/只', 'Feed, g a bird and day'),
  },
  water: {
    most: 3_000,
    unit: 'mL/bird',
    label: text('每只日饮水', 'Daily water a bird'),
    formerly: text('日饮水 mL/只', 'Water, mL a bird and day'),
  },
  lay: { most: 100, label: text('产蛋率 %', 'Laying rate, %') },
  eggWeight: { most: 150, unit: 'g/egg', label: text('蛋重', 'Egg weight') },
  henHoused: { most: 100, label: text('入舍母鸡产蛋率 %', 'Hen-housed rate, %') },
  eggsPerHen: { most: 600, label: text('入舍母鸡累计产蛋数', 'Eggs per hen housed, in all') },
  eggsOfWeek: { most: 7, label: text('周入舍产蛋数', 'Eggs per hen housed in the week') },
  eggMass: {
    most: 100,
    unit: 'g/egg',
    label: text('每只日产蛋重', 'Daily egg mass a hen'),
    formerly: text('日产蛋重 g/只', 'Egg mass, g a hen and day'),
  },
  feedPerTen: { most: 20, unit: 'kg', label: text('每 10 枚蛋耗料', 'Feed per 10 eggs') },
  waterFeed: {
    most: 20,
    unit: 'L/kg',
    label: text('水料比', 'Water to feed'),
    formerly: text('水料比', 'Water to feed, L/kg'),
  },
  dailyGain: { most: 300, unit: 'g', label: text('日增重', 'Daily gain') },
  conversion: { most: 10, label: text('阶段料肉比', 'FCR of the day or week') },
  feedConversion: { most: 10, label: text('累计料肉比', 'FCR since placement') },
  livability: { most: 100, label: text('存活率 %', 'Livability, %') },
  uniformity: { most: 100, label: text('均匀度 %', 'Uniformity, %') },
  hatching: { most: 100, label: text('种蛋合格率 %', 'Hatching eggs, %') },
  fertility: { most: 100, label: text('受精率 %', 'Fertility, %') },
  hatchability: { most: 100, label: text('入孵蛋孵化率 %', 'Hatch of set, %') },
  hatchOfFertile: { most: 100, label: text('受精蛋孵化率 %', 'Hatch of fertile, %') },
  maleWeight: { most: 15_000, unit: 'g', label: text('公鸡体重', 'Male weight') },
  maleFeed: {
    most: 1_000,
    unit: 'g/bird',
    label: text('每只公鸡日耗料', 'Daily feed a male'),
    formerly: text('公鸡日耗料 g/只', 'Male feed, g a bird and day'),
  },
  maleLosses: { most: 100, label: text('公鸡累计死淘率 %', 'Males, cum. loss, %') },
  malesPerHundred: { most: 100, label: text('每百只母鸡公鸡数', 'Males per 100 hens') },
} as const satisfies Record<string, { most: number; unit?: string; label: Text; formerly?: Text }>
export type OwnMeasure = keyof typeof ownMeasures
export const ownMeasureNames = Object.keys(ownMeasures) as OwnMeasure[]

/** A row of it: an age, and what is known for it. */
export type OwnRow = { age: number } & Partial<Record<OwnMeasure, number | null | undefined>>

/** What is wrong at a row: its place among the rows, the field, and why. */
export interface RowFault {
  row: number
  field: 'age' | OwnMeasure
  message: Text | [Text, Record<string, string | number>]
}

const hole = text('缺少第 {age} 个日龄/周龄的行', 'The row for age {age} is missing')
const falling = text('日龄/周龄应从小到大，且不重复', 'Ages must rise from row to row, each once')
const gap = text(
  '第 {age} 行缺此项：一项指标从有值起不能中断',
  'This figure is missing here, though it is known before and after. A measure may not have holes',
)
const shrinks = text('体重不能比上一行小', 'Birds do not get lighter')
const rises = text('存活率不能比上一行高', 'Livability cannot rise again')
const sinks = text('累计值不能比上一行小', 'What adds up cannot fall')
const nothing = text('这一行没有任何指标', 'This row says nothing')
const inKg = text('像是以千克填写的，请按克填写', 'This looks like kilograms. Enter grams')
const inKgFeed = text(
  '像是以千克填写的，请按克/只·日填写',
  'This looks like kilograms. Enter g a bird and day',
)
const inLitres = text('像是以升填写的，请按毫升/只·日填写', 'This looks like litres. Enter mL a bird and day')
const asShare = text('像是以小数填写的，请按百分数填写', 'This looks like a share of 1. Enter per cent')

/** A whole column below these is in another unit: no bird weighs so little, eats or drinks so little. */
const units: Partial<Record<OwnMeasure, { least: number; message: Text }>> = {
  weight: { least: 20, message: inKg },
  feed: { least: 1, message: inKgFeed },
  water: { least: 3, message: inLitres },
  lay: { least: 1.5, message: asShare },
  livability: { least: 1.5, message: asShare },
  eggWeight: { least: 1, message: inKg },
  henHoused: { least: 1.5, message: asShare },
  eggMass: { least: 1, message: inKg },
  dailyGain: { least: 1, message: inKg },
  uniformity: { least: 1.5, message: asShare },
  hatching: { least: 1.5, message: asShare },
  fertility: { least: 1.5, message: asShare },
  hatchability: { least: 1.5, message: asShare },
  hatchOfFertile: { least: 1.5, message: asShare },
  maleWeight: { least: 20, message: inKg },
  maleFeed: { least: 1, message: inKgFeed },
}

/** What never gets less with age, and what is said where it does. */
const rising: Partial<Record<OwnMeasure, Text>> = {
  weight: shrinks,
  maleWeight: shrinks,
  eggsPerHen: sinks,
  maleLosses: sinks,
}

/** What is wrong with a standard, at its cells; nothing of it is kept then. */
export function ownFaults(rows: readonly OwnRow[]): RowFault[] {
  const faults: RowFault[] = []
  for (const [row, { age, ...told }] of rows.entries()) {
    const before = rows[row - 1]
    if (before && age <= before.age) faults.push({ row, field: 'age', message: falling })
    else if (before && age > before.age + 1)
      faults.push({ row, field: 'age', message: [hole, { age: before.age + 1 }] })
    if (ownMeasureNames.every(name => told[name] == null))
      faults.push({ row, field: 'age', message: nothing })
  }
  for (const name of ownMeasureNames) faults.push(...measureFaults(rows, name))
  return faults
}

function measureFaults(rows: readonly OwnRow[], field: OwnMeasure): RowFault[] {
  const told = rows.flatMap((row, at) => (row[field] == null ? [] : [{ at, value: row[field] as number }]))
  const [first, last] = [told[0]?.at ?? 0, told.at(-1)?.at ?? -1]
  const faults: RowFault[] = []
  for (let row = first; row <= last; row++)
    if (rows[row]?.[field] == null)
      faults.push({ row, field, message: [gap, { age: rows[row]?.age ?? row }] })
  const unit = units[field]
  const most = Math.max(...told.map(({ value }) => value))
  const isOtherUnit = unit && told.length > 0 && most > 0 && most < unit.least
  if (isOtherUnit) faults.push(...told.map(({ at }) => ({ row: at, field, message: unit.message })))
  for (const [i, { at, value }] of told.entries()) {
    const before = told[i - 1]
    if (!before || isOtherUnit) continue
    const sunk = rising[field]
    if (sunk && value < before.value) faults.push({ row: at, field, message: sunk })
    if (field === 'livability' && value > before.value) faults.push({ row: at, field, message: rises })
  }
  return faults
}

const furtherNames = Object.keys(furtherColumns) as FurtherMeasure[]

/** Houses whose birds a standard is for: one of layers is for their rearing too. */
export const housesOf = (type: HouseType): HouseType[] => (type === 'layer' ? ['layer', 'pullet'] : [type])

const columns = (period: string) => [
  'phase',
  period,
  'weight',
  'feed',
  'water',
  'lay',
  'eggWeight',
  'mortality',
  ...Object.values(furtherColumns),
]

/** The row from which hens lay: where the rate is not told, the first one with eggs to weigh; -1 for none. */
function firstLaying(rows: readonly OwnRow[]): number {
  const lays = rows.findIndex(({ lay }) => (lay ?? 0) > 0)
  return lays < 0 ? rows.findIndex(({ eggWeight }) => eggWeight != null) : lays
}

/**
 * The table of a standard as published ones are stored. Losses are those since its first row; where hens lay they are
 * counted from there, as in publishers' tables.
 */
export function ownTable(
  rows: readonly OwnRow[],
  { type, period }: { type: HouseType; period: 'day' | 'week' },
): Pick<StandardTable, 'columns' | 'rows'> {
  const lays = isHens({ type }) ? firstLaying(rows) : -1
  const housed =
    lays < 0 ? null : (rows.slice(0, lays).findLast(row => row.livability != null)?.livability ?? 100)
  return {
    columns: columns(period),
    rows: rows.map(({ age, weight, feed, water, lay, eggWeight, livability, ...further }, at) => {
      const isLaying = lays >= 0 && at >= lays
      const of = isLaying ? (housed ?? 100) : 100
      return [
        isLaying ? 'lay' : 'rear',
        age,
        weight ?? null,
        feed ?? null,
        water ?? null,
        isLaying ? (lay ?? null) : null,
        eggWeight ?? null,
        livability == null ? null : 100 * (1 - livability / of),
        ...furtherNames.map(name => further[name] ?? null),
      ]
    }),
  }
}
