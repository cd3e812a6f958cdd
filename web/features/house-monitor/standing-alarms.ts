import { groupFanFaults } from '#shared/alarm-groups.ts'
import { underCauses } from '#shared/alarm-under.ts'
import type { Alarm } from '#shared/contracts/alarms.ts'
import { type Severity, severities } from '#shared/signals.ts'

/** An alarm of a house as the card shows it. */
export interface ShownAlarm {
  code: string
  level: Severity
  /** The device it is about. */
  iotId: string
  /** ms; null if the start is unknown */
  since: number | null
  /** The row people act on; null if there is none (yet), or the viewer may not see it. */
  row: Pick<
    Alarm,
    'id' | 'handling' | 'isOwed' | 'value' | 'limit' | 'metric' | 'condition' | 'latchedAt' | 'shelf'
  > | null
}

/** An alarm the server reports as active. */
export interface ReportedAlarm {
  code: string
  level: Severity
  iotId: string
  /** ms: time of the sample that reported it, as far as known */
  at: number | null
}

const byUrgency = (a: ShownAlarm, b: ShownAlarm) =>
  Number(isUnseen(b)) - Number(isUnseen(a)) ||
  severities.indexOf(b.level) - severities.indexOf(a.level) ||
  (b.since ?? 0) - (a.since ?? 0)

/**
 * The active alarms of a house: unseen first, then the worst, then the newest. The server's current report decides: an alarm
 * that has just passed is not shown, even if its row was read before that. Rows add the start, value, limit and handling.
 */
export function standingAlarms(reported: readonly ReportedAlarm[], rows: readonly Alarm[]): ShownAlarm[] {
  const standing = rows.filter(({ condition }) => condition !== 'cleared')
  const bySource = new Map(reported.map(alarm => [keyOf(alarm), alarm]))
  return [...bySource.values()]
    .map(({ at, ...alarm }): ShownAlarm => {
      const row = standing.find(known => keyOf(known) === keyOf(alarm)) ?? null
      return { ...alarm, since: row ? Date.parse(row.since ?? row.raisedAt) : at, row }
    })
    .sort(byUrgency)
}

/** Identifies an alarm within a house: two controllers may report the same. */
export const keyOf = ({ code, iotId }: Pick<ShownAlarm, 'code' | 'iotId'>) => `${code} ${iotId}`

/** Fan groups of a controller that failed together are one line; alarms that another explains stand under it. */
export function groupStanding(alarms: readonly ShownAlarm[]): [ShownAlarm, ...ShownAlarm[]][] {
  const together = groupFanFaults(alarms, alarm => ({
    code: alarm.code,
    place: `${isUnseen(alarm)} ${alarm.iotId}`,
    at: alarm.since,
  }))
  // All of them are of this house, though a gateway's is of others too.
  return underCauses(together, ([{ code, level, since }]) => ({ code, level, since, houses: ['here'] })).map(
    groups => groups.flat() as [ShownAlarm, ...ShownAlarm[]],
  )
}

/** Whether the viewer can say that they have seen it: nobody has, or its chain waits for their own answer too. */
export const canSee = ({ row }: ShownAlarm): boolean => row !== null && (row.handling === 'new' || row.isOwed)

/** Whether nobody has seen the alarm; one without a row counts as unseen, but cannot be acknowledged. */
export const isUnseen = ({ row }: ShownAlarm): boolean => row === null || row.handling === 'new'
