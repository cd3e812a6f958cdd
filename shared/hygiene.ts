import { valuesOf } from './choices.ts'
import { text } from './text.ts'

/** What the breeding archive holds of hygiene: Animal Husbandry Law of China (2022), article 41. */
export const hygieneKindNames = {
  disinfection: text('消毒', 'Disinfection'),
  manure: text('粪污清运', 'Manure removed'),
  carcasses: text('无害化处理', 'Carcasses'),
} as const
export type HygieneKind = keyof typeof hygieneKindNames

/** What is disinfected. */
export const hygienePlaceNames = {
  house: text('鸡舍', 'House'),
  equipment: text('设备用具', 'Equipment'),
  yard: text('场区道路', 'Yard and roads'),
  vehicles: text('车辆', 'Vehicles'),
  people: text('人员通道', 'Entrance for people'),
  water: text('饮水线', 'Water lines'),
} as const
export const hygienePlaces = valuesOf(hygienePlaceNames)
export type HygienePlace = keyof typeof hygienePlaceNames

/** How carcasses are disposed of. */
export const carcassWayNames = {
  collected: text('集中收集处理', 'Collected for rendering'),
  incinerated: text('焚烧', 'Incinerated'),
  buried: text('深埋', 'Buried'),
  composted: text('发酵', 'Composted'),
  rendered: text('化制', 'Rendered on site'),
} as const
export const carcassWays = valuesOf(carcassWayNames)
export type CarcassWay = keyof typeof carcassWayNames

/** What is told of each kind, in the order of a form. */
export const hygieneFields = {
  disinfection: ['agent', 'dose', 'place', 'person'],
  manure: ['amountKg', 'receiver'],
  carcasses: ['carcasses', 'amountKg', 'way', 'receiver'],
} as const satisfies Record<HygieneKind, readonly string[]>
