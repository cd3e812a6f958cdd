import { type PlatformCode, platformAlarms } from '#shared/alarms.ts'
import type { LatestState } from '../../../telemetry/device-side.ts'
import type { KnownHouse } from '../../house-state/house-directory.ts'
import type { AlarmBook } from '../alarm-book.ts'
import { HOUSE_MODE } from '../rules/states.ts'

/** Modes in which a controller shuts its house down or lets it be opened, with the alarm of each while birds are in it. */
const modeAlarms = {
  0: 'HouseModeEmpty',
  3: 'HouseModeCatching',
  4: 'HouseModeCleaning',
} as const satisfies Record<number, PlatformCode>
const codes = Object.values(modeAlarms)

const alarmOfMode = (mode: unknown): PlatformCode | undefined =>
  Object.entries(modeAlarms).find(([code]) => Number(code) === mode)?.[1]

interface ModeParts {
  book: AlarmBook
  house: KnownHouse
  latestOf: (deviceId: string) => LatestState | undefined
  /** By the flock's records. */
  hasBirds: boolean
  now: number
}

/** Raises or clears the alarm about the mode of each controller of a house, whoever set it and wherever. */
export function judgeMode({ book, house, latestOf, hasBirds, now }: ModeParts): void {
  for (const { id: subjectId, type } of house.devices) {
    if (type !== 'controller') continue
    const due = hasBirds ? alarmOfMode(latestOf(subjectId)?.readings.get(HOUSE_MODE)?.value) : undefined
    for (const code of codes) {
      const stands = book.find({ subjectId, rule: code })
      if (stands && (code !== due || !stands.houseIds.includes(house.id))) book.clear(stands, now)
    }
    if (!due || book.find({ subjectId, rule: due })) continue
    book.raise({
      subjectId,
      rule: due,
      code: due,
      level: platformAlarms[due].severity,
      source: 'platform',
      houseIds: [house.id],
      officePath: house.officePath,
      farmPath: house.farmPath,
      at: now,
      since: null,
      value: null,
      limit: null,
      target: null,
    })
  }
}
