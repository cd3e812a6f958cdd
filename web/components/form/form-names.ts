import { createContext, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '#web/data/preferences.ts'
import { fieldNumber } from '../measure.ts'

/** A field's value with its displayed name. */
export interface Named {
  value: string
  label: string
}

/** The names of values in one form: everything its pickers have offered so far. */
export const FormNames = createContext<Map<string, string> | null>(null)

/** Tells the form the names of these values, for comparing and remembering them. */
export function useTellNames(options: readonly Named[]): void {
  const names = useContext(FormNames)
  useEffect(() => {
    for (const { value, label } of options) names?.set(value, label)
  }, [names, options])
}

/** How a field's value reads: in the reader's units, and never as an id if a picker has a name for it. */
export function useWordOf(): (value: unknown, field: string) => string {
  const { t } = useTranslation('components')
  const names = useContext(FormNames)
  const reader = useReader()
  const word = (value: unknown, field: string): string => {
    if (value === undefined || value === null || value === '') return t($ => $.emptyValue)
    if (typeof value === 'number') return fieldNumber(value, field, reader)
    if (typeof value === 'object' && !Array.isArray(value)) return rowWord(value)
    if (!Array.isArray(value)) return names?.get(String(value)) ?? String(value)
    return value.length === 0 ? t($ => $.emptyValue) : value.map(each => word(each, field)).join(', ')
  }
  /** A row of a form by its typed values, without the ids it refers to. */
  const rowWord = (row: object) =>
    Object.entries(row)
      .filter(([name, each]) => !name.endsWith('Id') && each !== null && each !== undefined && each !== '')
      .map(([name, each]) => word(each, name))
      .join(' · ')
  return word
}
