import type { SettingQuestion } from './contracts/setting-question.ts'
import { isUsed, onLitter } from './litter.ts'
import { formatSignal, type HouseType } from './signals.ts'
import { type Text, text } from './text.ts'
import type { Reader } from './units.ts'
import { HARM_HOURS, type HarmKind } from './what-if/harm-kinds.ts'

/** Whether a draft may go only after somebody confirmed it. */
export const isAsked = ({ risks, model }: SettingQuestion): boolean =>
  risks.length > 0 || (model?.harms.length ?? 0) > 0

/** Whether all that is asked about is nearer to safe than what stands: it is said so, and asked all the same. */
export const isAllBetter = ({ risks, model }: SettingQuestion): boolean =>
  risks.length > 0 && risks.every(({ isBetter }) => isBetter) && (model?.harms.length ?? 0) === 0

const birds: Record<HouseType, Text> = {
  layer: text('舍内 {alive} 只蛋鸡', '{alive} hens'),
  broiler: text('舍内 {alive} 只肉鸡', '{alive} broilers'),
  pullet: text('舍内 {alive} 只育成鸡', '{alive} pullets'),
  breeder: text('舍内 {alive} 只种鸡', '{alive} breeders'),
}
const harms: Record<HarmKind, Text> = {
  co2: text('{after} 分钟后二氧化碳超过 {limit}', 'CO₂ passes {limit} in {after} min'),
  nh3: text('{after} 分钟后氨气超过 {limit}', 'ammonia passes {limit} in {after} min'),
  hot: text('{after} 分钟后舍温超过 {limit}', 'it is hotter than {limit} in {after} min'),
  cold: text('{after} 分钟后舍温低于 {limit}', 'it is colder than {limit} in {after} min'),
}
const source = text(
  '按鸡舍模型推算，舍外保持 {outside}{gases}',
  'by the house model, with {outside} outside as now{gases}',
)
const calm = text(
  '{hours} 小时内不会超过致害限值（按鸡舍模型推算，舍外保持 {outside}{gases}）',
  'no limit is passed within {hours} hours (by the house model, with {outside} outside as now{gases})',
)
const unflued = text('直燃式加热', 'heaters without a flue')
const unknown = text(
  '无法推算多快发生：鸡舍模型缺少体重、舍内外温湿度或参数',
  'how fast cannot be computed: the house model lacks the birds’ weight, the air in or outside the house, or settings',
)
const LIMITS: Record<HarmKind, { unit: string; decimals: number }> = {
  co2: { unit: 'ppm', decimals: 0 },
  nh3: { unit: 'ppm', decimals: 0 },
  hot: { unit: '°C', decimals: 0 },
  cold: { unit: '°C', decimals: 1 },
}

/** Whose birds are at stake and how fast, in one sentence; null for an empty house. */
export function sayStake({ type, alive, model }: SettingQuestion, reader: Reader): string | null {
  const { language } = reader
  if (alive <= 0) return null
  const isChinese = language === 'zh-CN'
  const fill = (said: Text, values: Record<string, string>) =>
    said[language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const who = fill(birds[type], { alive: formatSignal(alive, { unit: '', decimals: 0 }, reader) })
  const colon = isChinese ? '：' : ': '
  if (!model) return `${who}${colon}${unknown[language]}`
  const outside = formatSignal(model.outside, { unit: '°C', decimals: 0 }, reader)
  const { litter, isUnflued } = model
  const comma = isChinese ? '，' : ', '
  // What gives off gas besides the birds.
  const gases = [...(litter && isUsed(litter) ? [onLitter[litter]] : []), ...(isUnflued ? [unflued] : [])]
    .map(said => `${comma}${said[language]}`)
    .join('')
  if (model.harms.length === 0)
    return `${who}${colon}${fill(calm, { outside, gases, hours: String(HARM_HOURS) })}`
  const told = model.harms.map(({ kind, limit, afterMin }) =>
    fill(harms[kind], {
      limit: formatSignal(limit, LIMITS[kind], reader),
      after: formatSignal(afterMin, { unit: '', decimals: 0 }, reader),
    }),
  )
  const [open, close] = isChinese ? ['（', '）'] : [' (', ')']
  return `${who}${colon}${told.join(comma)}${open}${fill(source, { outside, gases })}${close}`
}
