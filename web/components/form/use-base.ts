import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { type Changes, changesOf } from './changes.ts'

/** Fields of a form as stored, with the version of their row. */
export interface Base<V> {
  values: Partial<V>
  version: number | undefined
}

/**
 * What a form starts with and what has changed since. It follows the row as long as nothing is typed, or the form's own
 * fields did not change in the row: input is never lost to what somebody else stores.
 */
export function useBase<V extends object>(form: FormInstance<V>, now: Base<V>) {
  const [base, setBase] = useState(now)
  const [changes, setChanges] = useState<Changes>({})
  const isTyped = Object.keys(changes).length > 0
  const isNewer = (now.version ?? 0) > (base.version ?? 0)
  const follows = isNewer && (!isTyped || Object.keys(changesOf(base.values, now.values)).length === 0)
  const put = (values: object) => form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
  /** Continues from what is stored now, with these values in the fields. */
  const goOnFrom = (stored: Base<V>, values: object) => {
    put(values)
    setChanges(changesOf(stored.values, values))
    setBase(stored)
  }
  useEffect(() => {
    if (follows) goOnFrom(now, isTyped ? form.getFieldsValue() : now.values)
  })
  return { base, changes, setChanges, goOnFrom }
}
