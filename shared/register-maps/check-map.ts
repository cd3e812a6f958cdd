import { labelOfMetric, metricByName, settingByName } from '../signals.ts'
import { type Language, text } from '../text.ts'
import { DocumentError, readDocument } from './documents.ts'
import { RegisterMap, wireName } from './register-map.ts'
import type { Table } from './registers.ts'
import { type Field, fieldsOf } from './values.ts'

/** What a map says of one register, for people. */
export interface DescribedRegister {
  table: Table
  /** as on the wire, from 0 */
  places: number[]
  type: string
  kind: (typeof kinds)[number]
  /** in the reader's language; `#` is the number of the unit */
  label: string
  unit: string
  scale: number
}

/** What a map says, and what is wrong with it. */
export interface CheckedMap {
  problems: { line: number; field: string; message: string }[]
  /** none while something is wrong */
  registers: DescribedRegister[]
}

const kinds = ['metric', 'setting', 'alarm', 'latched', 'lock'] as const
const words = {
  latched: text('{alarm}（面板复位前保持）', '{alarm} (held until it is reset at the panel)'),
  lock: text('面板操作中', 'Somebody works at the panel'),
}

/** Checks the text of a register map, as the gateway does before it uses it. */
export function checkMap(yaml: string, language: Language): CheckedMap {
  try {
    const { value } = readDocument(yaml, RegisterMap, '')
    return { problems: [], registers: fieldsOf(value).map(field => describeRegister(field, language)) }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    const problems = error.problems.map(({ line, field, message }) => ({
      line,
      field,
      message: message[language],
    }))
    return { problems, registers: [] }
  }
}

/** What a register of a map is. */
export function describeRegister(field: Field, language: Language): DescribedRegister {
  const { table, places, type, scale } = field
  const kind = kinds.find(each => field[each] !== undefined) ?? 'metric'
  const known = metricByName.get(modelName(field.metric ?? '')) ?? settingByName(field.setting ?? '')
  return {
    table,
    places: [...places],
    type,
    kind,
    label: labelOf(field, language),
    unit: known?.unit ?? field.unit ?? '',
    scale,
  }
}

/** The name in the signal model of what is numbered by its unit. */
const modelName = (name: string) => name.replace('#', '1')

function labelOf(field: Field, language: Language): string {
  const { label, lock, latched, alarm } = field
  if (label) return language === 'zh-CN' ? label.zh : label.en
  if (lock !== undefined) return words.lock[language]
  const of = labelOfMetric(
    latched === undefined ? modelName(wireName(field) ?? '') : `Alarm/${latched}`,
    language,
  )
  if (latched !== undefined) return words.latched[language].replace('{alarm}', of)
  return alarm === undefined ? withNumber(field.metric, of) : of
}

/** `Temperature probe #` where the map leaves the number to the configuration. */
const withNumber = (name: string | undefined, label: string) =>
  name?.includes('#') ? label.replace(/1(?!.*1)/, '#') : label
