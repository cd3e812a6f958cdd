import { expect, test } from 'vitest'
import { settingGroups } from '#shared/signals.ts'
import { layoutOf } from './layout.ts'

const all = () => true
const says = (group: Parameters<typeof layoutOf>[0], row: number, column: number) => {
  const [table] = layoutOf(group, all).tables
  return [table?.rows[row]?.label, table?.columns[column]?.label]
}

test('rows and columns are named after their parts of the label', () => {
  expect(says('targetTemperature', 2, 1)).toEqual([
    { 'zh-CN': '第 3 点', 'en-US': 'Point 3' },
    { 'zh-CN': '目标温度', 'en-US': 'Target' },
  ])
  expect(says('levels', 11, 2)).toEqual([
    { 'zh-CN': '等级 12', 'en-US': 'Level 12' },
    { 'zh-CN': '风机组 2', 'en-US': 'Fan group 2' },
  ])
  expect(says('lights', 9, 1)).toEqual([
    { 'zh-CN': '调光器 2 程序 2', 'en-US': 'Dimmer 2, programme 2' },
    { 'zh-CN': '开灯', 'en-US': 'On' },
  ])
})

test('every setting of every group has exactly one place', () => {
  for (const { key, patterns } of settingGroups) {
    const { singles, tables } = layoutOf(key, all)
    const names = [...singles, ...tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells))].map(
      cell => cell?.name,
    )
    expect(new Set(names).size, key).toBe(names.filter(Boolean).length)
    expect(names.length, key).toBeGreaterThanOrEqual(patterns.length)
  }
})

test('settings a controller does not have get no place', () => {
  const { singles, tables } = layoutOf('heating', name => name.startsWith('Settings/Heat/Z1/'))
  expect([singles.length, tables.length, tables[0]?.rows.length]).toEqual([0, 1, 1])
})
