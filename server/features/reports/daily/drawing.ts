import { text } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import type { Paper } from '../../../platform/pdf/paper.ts'
import type { Say } from '../../../platform/pdf/parts.ts'
import type { Daily } from './data.ts'
import type { FlockOfDay } from './figures.ts'

export const dailyTitle = text('养殖场日报', 'Daily farm report')

export const words = {
  soFar: text('截至目前', 'so far'),
  day: text('{day} 日龄（第 {week} 周）', 'day {day} (week {week})'),
  empty: text('空舍', 'Empty house'),
  alive: text('存栏', 'Alive'),
  ofPlaced: text('入舍 {placed}', 'of {placed} placed'),
  dead: text('当日死淘', 'Dead and culled'),
  sinceStart: text('累计 {lost}（{share} %）', '{lost} since start ({share} %)'),
  countSinceStart: text('已记录 {lost}，有缺记', '{lost}, days missing'),
  nothingTold: text('尚无记录', 'nothing recorded yet'),
  standard: text('标准 {standard}', 'standard {standard}'),
  noStandard: text('无标准', 'no standard'),
  notTold: text('未记录', 'not recorded'),
  measured: text('计量', 'metered'),
  inDoubt: text('计量存疑', 'meter in doubt'),
  lastWeighed: text('{day} 称重', 'weighed {day}'),
  figures: text('鸡群', 'Birds'),
  figure: text('指标', 'Figure'),
  thatDay: text('当日', 'Day'),
  dayBefore: text('前一日', 'Day before'),
  weekMean: text('7 日均', '7-day mean'),
  standardTitle: text('标准', 'Standard'),
  feedTotal: text('总耗料', 'Feed, house'),
  waterTotal: text('总饮水', 'Water, house'),
  waterFeed: text('水料比', 'Water to feed'),
  climate: text('舍内环境', 'Climate'),
  low: text('最低', 'Min'),
  mean: text('平均', 'Mean'),
  high: text('最高', 'Max'),
  limits: text('限值', 'Limits'),
  temperature: text('温度', 'Temperature'),
  humidity: text('湿度', 'Humidity'),
  outside: text('舍外', 'Outside'),
  co2: text('二氧化碳', 'CO2'),
  nh3: text('氨气', 'NH3'),
  target: text('目标', 'Target'),
  limit: text('限值', 'Limits'),
  eggs: text('产蛋', 'Eggs'),
  share: text('占比 %', 'Share %'),
  total: text('合计', 'Total'),
  alarms: text('当日报警', 'Alarms'),
  noAlarms: text('当日无报警。', 'No alarms on this day.'),
  time: text('时间', 'Time'),
  alarm: text('报警', 'Alarm'),
  value: text('数值（限值）', 'Value (limit)'),
  lasted: text('持续', 'Lasted'),
  seenBy: text('查看人', 'Seen by'),
  nobody: text('无人查看', 'nobody'),
  more: text('另有 {count} 条', 'and {count} more'),
  changes: text('参数修改', 'Setting changes'),
  noChanges: text('当日未修改参数。', 'No settings changed on this day.'),
  group: text('参数组', 'Group'),
  what: text('修改内容', 'Change'),
  who: text('修改人', 'By'),
  atPanel: text('环控器面板', 'at the controller'),
  nothing: text('无数据', 'No data'),
  nothingMeasured: text('当日没有收到环控器的数据。', 'No data from the controller on this day.'),
  partly: text('{of} 小时内数据不全：{list}', 'Not measured for the full {of} h: {list}'),
  partOf: text('{name} {hours} 小时（末次 {clock}）', '{name} {hours} h, last at {clock}'),
  noneOf: text('{name} 无数据', '{name} never'),
  againstStandard: text('{figure}与标准', '{figure} against standard'),
  dailyLoss: text('当日死淘率 %', 'Daily loss, %'),
  deadDays: text('每日死淘（30 天）', 'Dead and culled, 30 days'),
  actual: text('实际', 'Actual'),
  note: text('备注', 'Note'),
} as const

/** What every part of a page draws with, and the day it shows. */
export interface Drawing {
  paper: Paper
  daily: Daily
  reader: Reader
  t: Say
  ofDay: FlockOfDay | null
}
