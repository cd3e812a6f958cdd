import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { type Changes, changesOf } from './changes.ts'

/** Fields of a form as they are stored, and the version of the row that has them so. */
export interface Base<V> {
  values: Partial<V>
  version: number | undefined
}

/**
 * What a form begins with and what was changed since. It follows the row as long as nothing is typed, or nothing of the form
 * is different: what is typed is never lost to what somebody else has stored.
 */
export function useBase<V extends object>(form: FormInstance<V>, now: Base<V>) {
  const [base, setBase] = useState(now)
  const [changes, setChanges] = useState<Changes>({})
  const isTyped = Object.keys(changes).length > 0
  const isNewer = (now.version ?? 0) > (base.version ?? 0)
  const follows = isNewer && (!isTyped || Object.keys(changesOf(base.values, now.values)).length === 0)
  const put = (values: object) => form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0])
  /** Goes on from what is stored now, with these values in the fields. */
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
