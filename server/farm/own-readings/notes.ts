import { labelOfMetric } from '#shared/signals.ts'
import { type Language, type Text, text } from '#shared/text.ts'

/** What is doubtful in a file, or left out of it. */
export type NoteKind = keyof typeof said
const said = {
  notNumber: text(
    '{what}：不是数字，未导入 {count} 个（第 {where} 行：{said}）',
    '{what}: left out because they are no numbers: {count} (first in row {where}: {said})',
  ),
  sentinel: text(
    '{what}：探头故障或无数据的代码，未导入 {count} 个（第 {where} 行：{said}）',
    '{what}: left out as codes for no reading: {count} (first in row {where}: {said})',
  ),
  outOfRange: text(
    '{what}：超出可能范围，未导入 {count} 个（第 {where} 行：{said}）',
    '{what}: left out as impossible: {count} (first in row {where}: {said})',
  ),
  twice: text(
    '{what}：同一时刻有两个不同的值 {count} 处，取第一个（第 {where} 行：{said}）',
    '{what}: two values for the same moment, of which the first is taken: {count} (first in row {where}: {said})',
  ),
  backwards: text(
    '{what}：时钟倒退 {count} 次（第 {where} 行：{said}），可能有人调过时钟',
    '{what}: the clock jumps back: {count} (first in row {where}: {said}). Somebody may have set it',
  ),
  gap: text(
    '{what}：超过一天没有读数的空档 {count} 段（第一段止于 {where}，{said}）',
    '{what}: gaps of more than a day: {count} (the first ends on {where}, {said})',
  ),
  future: text(
    '时间晚于现在，未导入 {count} 行（第 {where} 行：{said}）',
    'Rows left out because they lie in the future: {count} (first is row {where}: {said})',
  ),
  tooOld: text(
    '早于三年，未导入 {count} 行（第 {where} 行：{said}）',
    'Rows left out because they are older than three years: {count} (first is row {where}: {said})',
  ),
  unlikely: text(
    '{what}：中间值 {said}，不像鸡舍里的值，请检查单位和探头',
    '{what}: the middle value is {said}, which no house has. Check the unit and the probe',
  ),
  guessedUnit: text(
    '{what}：文件没有写单位，按数值判断为 {said}',
    '{what}: the file names no unit. By its values it was taken for {said}',
  ),
  otherHouse: text(
    '{what}：未选择对应的鸡舍，未导入 {count} 行（从第 {where} 行起）',
    '{what}: rows left out because no house was chosen for it: {count} (first is row {where})',
  ),
  held: text(
    '{what}：该时段已有设备上报或以前导入的读数，未导入 {count} 个',
    '{what}: left out because the house has readings of a device or of an earlier import for that time: {count}',
  ),
} as const

/** How often something was found, and where first. */
export interface Note {
  kind: NoteKind
  /** A metric or the name of a house; empty for none. */
  about: string
  count: number
  where: string
  said: string
}

export interface Notes {
  add(kind: NoteKind, about: string, where: string, said: string, count?: number): void
  all(): Note[]
}

export function createNotes(): Notes {
  const found = new Map<string, Note>()
  return {
    add(kind, about, where, said, count = 1) {
      const key = `${kind} ${about}`
      const known = found.get(key)
      if (known) known.count += count
      else found.set(key, { kind, about, count, where, said: said.slice(0, 60) })
    },
    all: () => [...found.values()],
  }
}

/** A note as its reader reads it. */
export function sayNote({ kind, about, count, where, said: told }: Note, language: Language): string {
  const words: Record<string, string> = {
    what: labelOfMetric(about, language),
    count: count.toLocaleString(language),
    where,
    said: told,
  }
  const template: Text = said[kind]
  return template[language].replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '')
}
