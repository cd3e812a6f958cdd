import { valuesOf } from './choices.ts'
import type { HouseType } from './signals.ts'
import { text } from './text.ts'

/** What is checked in a house before birds arrive, in order of the work; amounts in it are shown by `amountsIn`. */
export const readinessNames = {
  cleaned: text('清洗、消毒完成，空舍天数足够', 'Washed and disinfected, empty long enough'),
  litter: text('垫料或笼具已就位、检查', 'Litter or cages in place and checked'),
  drinkers: text('水线冲洗，乳头出水正常', 'Water lines flushed, every nipple delivers water'),
  feed: text('料塔有料，料线试运行', 'Feed in the silo, feed line test run'),
  fans: text('风机、进风口、水帘试运行', 'Fans, inlets and pads test run'),
  heating: text('加热设备试运行', 'Heaters test run'),
  sensors: text('温湿度探头已核对', 'Probes checked against a thermometer'),
  light: text('灯光和光照程序已检查', 'Lights and lighting program checked'),
  alarms: text('高温、停电报警已试，电话打通', 'Heat and power alarms tested, phone rang'),
  generator: text('发电机带载试运行', 'Generator test run under load'),
  openings: text('停电应急通风口已试开', 'Emergency openings for a power failure tested'),
  curve: text('目标曲线和最小通风已设定', 'Target curve and minimum ventilation set'),
  warm: text('舍温已达到入舍要求', 'House has reached placement temperature'),
  /** Aviagen, Ross broiler handbook 2025; Hy-Line management guide. */
  floor: text('垫料或笼底已预热到 {28 °C} 至 {30 °C}', 'Litter or cage floor warmed to {28 °C} to {30 °C}'),
  water: text('水线中的水新鲜，水温 {18 °C} 至 {21 °C}', 'Water in the lines fresh, at {18 °C} to {21 °C}'),
  gases: text(
    '加热状态下测过：氨气低于 10 ppm，无一氧化碳',
    'Measured with the heating on: ammonia below 10 ppm, no carbon monoxide',
  ),
} as const
export const readinessItems = valuesOf(readinessNames)
export type ReadinessItem = keyof typeof readinessNames

/** Grown hens bring their own warmth. */
const notFor: Readonly<Partial<Record<HouseType, readonly ReadinessItem[]>>> = {
  layer: ['heating', 'warm', 'floor'],
}

/** What must be ready in a house of a type. */
export const readinessOf = (type: HouseType): readonly ReadinessItem[] =>
  readinessItems.filter(item => !notFor[type]?.includes(item))

/** Who checked an item, and when. */
export interface Checked {
  by: string
  at: string
}
export type Readiness = Partial<Record<ReadinessItem, Checked>>

/** Items that nobody has checked yet. */
export const openPoints = (type: HouseType, readiness: Readiness): ReadinessItem[] =>
  readinessOf(type).filter(item => !readiness[item])
