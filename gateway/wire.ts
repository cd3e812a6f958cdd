import type { FieldValue } from '#shared/register-maps/values.ts'
import { bookkeeping } from '#shared/signals.ts'
import type { Metric } from '#shared/sparkplug/types.ts'
import type { ControllerSetup } from './config.ts'
import type { Desk } from './desk.ts'
import type { Sample } from './sample-log.ts'
import { type Announced, announce, announceAlarm, BAD_QUALITY, wireValue } from './signals.ts'

const steering = [
  'Settings/Version',
  'Command/LastId',
  'Command/Result',
  'Command/Message',
  'Command/Returns',
] as const

/** What a controller announces, by wire name, with the settings apart. */
export function announcedOf({ units }: ControllerSetup) {
  const metrics = new Map<string, Announced>()
  const settings = new Map<string, Announced>()
  for (const { fields, map } of units) {
    for (const field of fields) {
      const announced = announce(field)
      if (announced) (field.setting === undefined ? metrics : settings).set(announced.name, announced)
    }
    const silence = map.silence && `Alarm/${map.silence}`
    if (silence && !metrics.has(silence)) metrics.set(silence, announceAlarm(silence))
  }
  return { metrics, settings }
}

/** How the values of a controller are written, by the aliases of its birth. */
export function wireOf({ metrics, settings }: ReturnType<typeof announcedOf>, firstAlias: number) {
  const names = [...metrics.keys(), ...settings.keys(), ...(settings.size > 0 ? steering : [])]
  const aliases = new Map(names.map((name, i) => [name, firstAlias + i]))
  const named = (announced: Announced, at: number, value: FieldValue): Metric => ({
    name: announced.name,
    alias: aliases.get(announced.name),
    timestamp: at,
    datatype: announced.datatype,
    value: wireValue(announced, value),
    properties: value === null ? { ...announced.properties, ...BAD_QUALITY } : announced.properties,
  })
  const unnamed = ({ name: _, properties: __, ...metric }: Metric): Metric => metric
  return {
    named,
    unnamed,
    nameOf: (alias: number) => names[alias - firstAlias],
    /** A setting as the controller has it. */
    setting(name: string, at: number, desk: Desk | undefined): Metric[] {
      const announced = settings.get(name)
      return announced ? [named(announced, at, desk?.known(name) ?? null)] : []
    },
    /** Version of the settings, last answer and plan. */
    steering(at: number, desk: Desk | undefined): Metric[] {
      if (!desk) return []
      const { version, last, planned } = desk.state()
      const values: Metric['value'][] = [
        BigInt(version),
        last?.id ?? '',
        last?.result ?? 0,
        last?.message ?? '',
        JSON.stringify(planned),
      ]
      return steering.map((name, i) => ({
        name,
        alias: aliases.get(name),
        timestamp: at,
        datatype: bookkeeping[name],
        value: values[i] ?? null,
      }))
    },
    /** A sample of now, or of the past. */
    sample: ({ at, values }: Sample, isPast: boolean): Metric[] =>
      Object.entries(values).flatMap(([name, value]) => {
        const announced = metrics.get(name)
        if (!announced) return []
        return [
          {
            ...unnamed(named(announced, at, value)),
            ...(value === null && { properties: BAD_QUALITY }),
            ...(isPast && { isHistorical: true }),
          },
        ]
      }),
  }
}
