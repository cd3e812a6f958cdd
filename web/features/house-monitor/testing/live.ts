import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Severity } from '#shared/signals.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import { serverNow } from '#web/data/clock.ts'
import { live, useConnection } from '#web/data/live/live.ts'
import { prefer } from '#web/data/preferences.ts'
import texts from '../en-US.json' with { type: 'json' }

/** English texts and language, as the application starts them. */
export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components, 'house-monitor': texts } },
  })
  prefer({ language: 'en-US' })
}

/** An open connection that has reported nothing yet. */
export function connectAnew(): void {
  live.clear()
  useConnection.setState({ connected: true, times: 1 })
}

/** Alarms active in the house `h1` from now on, worst first; of its main controller unless given otherwise. */
export function tellAlarms(alarms: readonly { code: string; level: Severity; iotId?: string }[]): void {
  const since = serverNow()
  live.take({
    dataType: 'WARNING_MESSAGE',
    chickenHouseId: 'h1',
    state: 'normal',
    since,
    alarms: alarms.map(alarm => ({ iotId: 'd', ...alarm, since })),
  })
}

/** A message from the house `h1` that arrives now. */
export function tellReadings(values: Record<string, number | boolean | null>, at = serverNow()): void {
  const readings = Object.entries(values).map(([metric, value]) => [metric, [value, at] as const])
  live.take({
    dataType: 'DEVICE_DATA',
    iotId: 'd',
    chickenHouseId: 'h1',
    heardAt: at,
    values: Object.fromEntries(readings) as unknown as Record<string, [number, number]>,
  })
}
