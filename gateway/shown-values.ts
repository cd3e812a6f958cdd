import { wireName } from '#shared/register-maps/register-map.ts'
import type { Field, FieldValue } from '#shared/register-maps/values.ts'
import { labelOfMetric } from '#shared/signals.ts'
import { type Text, text } from '#shared/text.ts'
import type { ControllerSetup } from './config.ts'
import type { Reporter } from './reporter.ts'
import type { Announced } from './signals.ts'

/** A value of a controller, for people. */
export interface Shown {
  name: string
  label: Text
  unit: string
  decimals: number
  value: FieldValue
  /** ms since it was read, or since it is no value; undefined for what was not read yet */
  ageMs: number | undefined
}

/** What a controller measures, with names and ages. */
export function shownValues(
  { units }: ControllerSetup,
  metrics: ReadonlyMap<string, Announced>,
  values: Pick<Reporter, 'now'>,
) {
  const labels = new Map(
    units.flatMap(({ fields }) => fields.flatMap(field => pairOf(wireName(field), field.label))),
  )
  const readAt = new Map<string, number>()
  return {
    /** It was read just now. */
    note: (name: string) => void readAt.set(name, performance.now()),
    shown: (): Shown[] =>
      [...metrics.values()].map(({ name, decimals, properties }) => {
        const at = readAt.get(name)
        return {
          name,
          label: labels.get(name) ?? modelLabel(name),
          unit: String(properties.engUnit?.value ?? ''),
          decimals,
          value: values.now(name),
          ageMs: at === undefined ? undefined : performance.now() - at,
        }
      }),
  }
}

const modelLabel = (name: string): Text => text(labelOfMetric(name, 'zh-CN'), labelOfMetric(name, 'en-US'))

const pairOf = (name: string | undefined, label: Field['label']) =>
  name === undefined || !label ? [] : [[name, text(label.zh, label.en)] as const]
