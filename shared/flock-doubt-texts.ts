import type { Doubt, DoubtKey } from './flock-doubts.ts'
import { type Metered, recordNumbers } from './flocks.ts'
import { type Text, text } from './text.ts'
import { enteredWithUnit, type Reader } from './units.ts'

/** What is asked of a day, on its form and of a file. */
const asks: Readonly<Record<Exclude<DoubtKey, `${Metered}Meter`>, Text>> = {
  deadMany: text(
    '死淘 {typed} 只，平时 {against} 只，对吗？',
    '{typed} dead and culled, usually {against}. Right?',
  ),
  noLosses: text(
    '未填死淘：当天没有死亡和淘汰？没有请填 0，空白不算。',
    'No losses entered: did no bird die, and was none culled? A blank says nothing.',
  ),
  eggsAboveHens: text(
    '{against} 只母鸡产蛋 {typed} 枚，确认无误？',
    '{typed} eggs from {against} hens. Right?',
  ),
  eggsFarAboveHens: text(
    '{against} 只母鸡产不了 {typed} 枚蛋，请在下方说明原因。',
    '{typed} eggs are more than {against} hens can lay. Say why below.',
  ),
  noWater: text(
    '饮水量为 0，鸡群确实没有喝到水？水表不走数请留空。',
    'No water at all: did the birds get none? If the meter stands still, leave it empty.',
  ),
  waterStill: text(
    '与前几天一样都是 {typed}，确实喝了这么多？水表不走数请留空。',
    '{typed}, as on the days before: is that what they drank? If the meter stands still, leave it empty.',
  ),
  noFeed: text(
    '耗料为 0，鸡群确实没有吃料？料秤不走数请留空。',
    'No feed at all: did the birds get none? If the scale stands still, leave it empty.',
  ),
  feedStill: text(
    '与前几天一样都是 {typed}，确实吃了这么多？料秤不走数请留空。',
    '{typed}, as on the days before: is that what they ate? If the scale stands still, leave it empty.',
  ),
  noEggs: text(
    '产蛋为 0，鸡群确实没有产蛋？计数器不走数请留空。',
    'No eggs at all: did the hens lay none? If the counter stands still, leave it empty.',
  ),
  eggsStill: text(
    '与前几天一样都是 {typed} 枚，确实产了这么多？计数器不走数请留空。',
    '{typed} eggs, as on the days before: is that what they laid? If the counter stands still, leave it empty.',
  ),
  feedFar: text('耗料 {typed}，平时约 {against}，确认无误？', '{typed} of feed, usually {against}. Right?'),
  weightFar: text(
    '本次 {typed}，上次称重 {against}，确认无误？',
    '{typed}, the last weighing was {against}. Right?',
  ),
  smallSample: text(
    '仅称 {typed} 只，代表性不足，建议至少 {against} 只。仍要保存？',
    '{typed} birds are a small sample; {against} or more are better. Keep it?',
  ),
  feedShort: text(
    '耗料 {typed}，而料账当天只有 {against}。确认无误，是少记了进料？',
    '{typed} of feed, but the feed book has {against} for this day. Right, and a delivery is missing?',
  ),
}
const meter = text(
  '此处为 {typed}，计量为 {against}。确认以此处为准？',
  '{typed} here, {against} by the meter. Does this one count?',
)

/** What was entered, and what it is compared with, as its reader reads them. */
export function doubtValues(
  { field, typed, against }: Pick<Doubt, 'field' | 'typed' | 'against'>,
  reader: Reader,
) {
  const unit = field in recordNumbers ? recordNumbers[field as keyof typeof recordNumbers].unit : ''
  return { typed: enteredWithUnit(typed, unit, reader), against: enteredWithUnit(against, unit, reader) }
}

/** The question that a doubt asks. */
export function askDoubt(doubt: Doubt, reader: Reader): string {
  const values: Record<string, string> = doubtValues(doubt, reader)
  const asked = isMeterDoubt(doubt) ? meter : asks[doubt.key as keyof typeof asks]
  return asked[reader.language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** Whether two figures were told for a day, and one of them counts. */
export const isMeterDoubt = ({ key }: Pick<Doubt, 'key'>): boolean => key.endsWith('Meter')
