import { alarmLabel } from '#shared/alarms.ts'
import type { ReplayFigures } from './replay-figures.ts'

const ENGLISH = 'en-US'
const round = (value: number, decimals = 1): string => value.toFixed(decimals)
const nameOf = (code: string): string => `${alarmLabel(code)[ENGLISH]} (${code})`

/** Columns as wide as their widest cell; numbers stand to the right. */
function tableOf(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => String(row[column] ?? '').length)),
  )
  return rows
    .map(row =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The figures for people. */
export function textOfReplay(figures: ReplayFigures): string {
  const { person, faults, weeks, rules } = figures
  const parts = [
    tableOf([
      [
        'House',
        'Week from',
        'Alarms',
        'Emergency',
        'Critical',
        'Warning',
        'Night calls',
        'Chattering',
        'Which',
      ],
      ...weeks.map(({ house, week, alarms, ofLevel, nightCalls, chattering, ofCode }) => [
        house,
        week,
        alarms,
        ofLevel.emergency,
        ofLevel.critical,
        ofLevel.warning + ofLevel.info,
        nightCalls,
        chattering,
        Object.entries(ofCode)
          .map(([code, count]) => `${code} ${count}`)
          .join(', '),
      ]),
    ]),
    tableOf([
      [
        'Rule',
        'Worst level',
        'Houses',
        'Alarms',
        'A house and week',
        'Night calls',
        'Chattering',
        'Longest, h',
      ],
      ...rules.map(({ code, level, houses, alarms, nightCalls, chattering, longestH }) => [
        nameOf(code),
        level,
        houses,
        alarms,
        Number(round(alarms / figures.houseWeeks)),
        nightCalls,
        chattering,
        Number(round(longestH)),
      ]),
    ]),
    [
      `${figures.houses} ${figures.houses === 1 ? 'house' : 'houses'}, ${round(figures.houseWeeks)} weeks of houses, ${figures.alarms} alarms.`,
      `Night calls (critical and worse, 22:00 to 6:00 by the house's clocks): ${figures.nightCalls}, ${round(figures.nightCallsPerHouseWeek, 2)} a house and week.`,
      `Chattering (back within 10 minutes, or more than 3 an hour): ${figures.chattering}.`,
      `One person for all of them: ${round(person.mean, 3)} alarms in ten minutes on the mean, ${person.peak} at most.`,
      `The ten alarms that ring most, each a rule in one house, make ${round(100 * figures.worstTenShare, 0)} % of all.`,
    ].join('\n'),
  ]
  if (faults.length > 0) parts.push(faultsText(figures))
  const unjudged = Object.entries(figures.unjudged).filter(([, codes]) => codes.length > 0)
  if (unjudged.length > 0)
    parts.push(
      [
        'Never judged, for want of readings or birds:',
        ...unjudged.map(([house, codes]) => `  ${house}: ${codes.join(', ')}`),
      ].join('\n'),
    )
  return parts.join('\n\n')
}

function faultsText({ faults, medianDelayS }: ReplayFigures): string {
  const found = faults.filter(({ afterS }) => afterS !== null).length
  const median = medianDelayS === null ? '' : `, after ${Math.round(medianDelayS)} s in the median`
  return [
    tableOf([
      ['House', 'Fault', 'Found after, s', 'By'],
      ...faults.map(({ house, fault, afterS, by }) => [
        house,
        fault,
        afterS === null ? 'missed' : Math.round(afterS),
        by ?? '',
      ]),
    ]),
    `${found} of ${faults.length} faults found${median}.`,
  ].join('\n')
}
