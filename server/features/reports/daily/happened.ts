import { clockOf } from '#shared/dates.ts'
import { treatmentKindNames } from '#shared/flocks.ts'
import { formatSignal } from '#shared/signals/format.ts'
import { settingByName, settingGroupNames } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import { whoOf } from '../../../farm/alarms/log-words.ts'
import { lineHeight, page, WIDTH } from '../../../platform/pdf/paper.ts'
import { drawHeading, drawTable, ROW_HEIGHT } from '../../../platform/pdf/table.ts'
import { alarmCell, alarmLasted, alarmValue, clockOn, count } from '../../../platform/pdf/words.ts'
import type { ReportedAlarm } from '../reported-alarms.ts'
import type { ReportedChange } from './data.ts'
import { type Drawing, words } from './drawing.ts'

/** Events of the day, as far as the page has room: alarms, changes of settings, notes. */
export function drawHappened(drawing: Drawing, y: number): void {
  const { daily, t } = drawing
  const note = noteOf(drawing)
  const noteHeight = note === '' ? 0 : lineHeight(8) * 2 + 6
  const room = page.bottom - y - noteHeight
  const lists = [daily.alarms, daily.changes].filter(list => list !== null).length
  // Each list has a heading, titles and an end; alarms get the room that the changes leave.
  const rows = Math.max(2, Math.floor((room - lists * 46) / ROW_HEIGHT))
  const changes = Math.min(
    daily.changes?.length ?? 0,
    Math.max(1, rows - (daily.alarms?.length ?? 0), Math.floor(rows / 3)),
  )
  let at = y
  if (daily.alarms) at = drawAlarms(drawing, daily.alarms, Math.max(1, rows - changes), at) + 8
  if (daily.changes) at = drawChanges(drawing, daily.changes, Math.max(1, changes), at) + 8
  if (note !== '')
    drawing.paper.paragraph(`${t(words.note)}: ${note}`, page.left, at, {
      size: 8,
      ink: 'quiet',
      width: WIDTH,
      lines: 2,
    })
}

/** Notes and treatments of the day, in one line. */
function noteOf({ daily, reader: { language } }: Drawing): string {
  const record = daily.flock?.record
  const given = (record?.treatments ?? []).map(({ kind, name, batch, dose }) =>
    [treatmentKindNames[kind][language], name, batch, dose].filter(Boolean).join(' '),
  )
  return [...given, record?.note ?? ''].filter(Boolean).join('; ').replace(/\s+/g, ' ')
}

const sayMore = ({ paper, t, reader }: Drawing, left: number, y: number): number => {
  if (left <= 0) return y
  paper.write(t(words.more, { count: count(left, reader) }), page.left, y + 2, { size: 7.5, ink: 'faint' })
  return y + 12
}

function sayNone({ paper }: Drawing, says: string, y: number): number {
  paper.write(says, page.left, y + 1, { size: 8, ink: 'quiet' })
  return y + ROW_HEIGHT
}

function drawAlarms(drawing: Drawing, alarms: readonly ReportedAlarm[], most: number, y: number): number {
  const { paper, daily, reader, t } = drawing
  const { language } = reader
  const { timeZone } = daily.house
  const top = drawHeading(paper, `${t(words.alarms)}${alarms.length > 0 ? ` (${alarms.length})` : ''}`, {
    x: page.left,
    y,
  })
  if (alarms.length === 0) return sayNone(drawing, t(words.noAlarms), top)
  const rows = alarms
    .slice(0, most)
    .map(alarm => [
      clockOn(alarm.raisedAt, daily, timeZone, language),
      alarmCell(alarm, reader),
      alarmValue(alarm, reader),
      alarmLasted(alarm, reader),
      alarm.seen
        ? `${whoOf({ name: alarm.seen.by, via: 'panel' }, language)}, ${clockOn(alarm.seen.at, daily, timeZone, language)}`
        : { text: t(words.nobody), ink: 'watch' as const },
    ])
  const columns = [
    { title: t(words.time), width: 66 },
    { title: t(words.alarm), width: 168 },
    { title: t(words.value), width: 98 },
    { title: t(words.lasted), width: 68 },
    { title: t(words.seenBy), width: WIDTH - 400 },
  ]
  return sayMore(drawing, alarms.length - rows.length, drawTable(paper, { columns, rows }, { y: top }))
}

/** Number of settings listed per change. */
const NAMED = 2

function changeSays({ before, wanted }: ReportedChange, reader: Reader): string {
  const names = Object.keys(wanted)
  const sentences = names.slice(0, NAMED).map(name => {
    const signal = settingByName(name)
    const say = (value: unknown) =>
      formatSignal(
        value as number | boolean | string | undefined,
        signal ?? { unit: '', decimals: 0 },
        reader,
      )
    return `${signal?.label[reader.language] ?? name} ${say(before[name])} › ${say(wanted[name])}`
  })
  const more = names.length - NAMED
  return sentences.join('; ') + (more > 0 ? ` +${more}` : '')
}

function drawChanges(drawing: Drawing, changes: readonly ReportedChange[], most: number, y: number): number {
  const { paper, daily, reader, t } = drawing
  const { language } = reader
  const top = drawHeading(paper, `${t(words.changes)}${changes.length > 0 ? ` (${changes.length})` : ''}`, {
    x: page.left,
    y,
  })
  if (changes.length === 0) return sayNone(drawing, t(words.noChanges), top)
  const rows = changes
    .slice(0, most)
    .map(change => [
      clockOf(change.madeAt, daily.house.timeZone),
      settingGroupNames[change.group][language],
      changeSays(change, reader),
      change.actorName ?? t(words.atPanel),
    ])
  const columns = [
    { title: t(words.time), width: 66 },
    { title: t(words.group), width: 108 },
    { title: t(words.what), width: 240 },
    { title: t(words.who), width: WIDTH - 414 },
  ]
  return sayMore(drawing, changes.length - rows.length, drawTable(paper, { columns, rows }, { y: top }))
}
