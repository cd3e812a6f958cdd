import { Form, type FormInstance } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useSubmit } from '../use-submit.ts'
import { useUnsaved } from '../use-unsaved.ts'
import { changesOf } from './changes.ts'
import type { Named } from './form-names.ts'
import { useAsked } from './use-asked.ts'
import { type Base, useBase } from './use-base.ts'

export interface Edited<V extends object> {
  /** The form's initial values. */
  initial: Partial<V>
  /** The version of the row being changed, the one `initial` comes from. */
  version?: number
  /**
   * Saves. `version` is the one to change, after a conflict the one seen there; `stored` holds that version's field values.
   */
  save: (values: V, version: number | undefined, stored: Partial<V>) => Promise<unknown>
  success: string
  close: () => void
  /** Called after success; closes the form by default. */
  saved?: () => void
  /** Names of the fields, for comparing after a conflict; without them the conflict is only reported. */
  labels?: Readonly<Record<string, string>>
  /**
   * Takes the row of a conflict where there is nothing to compare: whoever opened the form reports what it is now, and why.
   */
  conflict?: (current: unknown, why: string) => void
  /**
   * The row of a conflict as values of this form; without it the row's own fields are compared. Null: the row has become
   * something this form is not for, which is only reported.
   */
  valuesOf?: (current: never) => Partial<V> | null
  /** Names of rows the row of a conflict refers to; the form's pickers only know their own options. */
  namesOf?: (current: never) => readonly Named[]
  /** The user may only read the form, or can no longer act on it: all they can do is close it. */
  readOnly?: boolean
}

/** The state of a form's values: what is changed, faulty, saved, or has been changed by somebody else meanwhile. */
export function useEditing<V extends object>(props: Edited<V>) {
  const { save, close, readOnly = false } = props
  const [form] = Form.useForm<V>()
  const now = { values: props.initial, version: props.version }
  const { base, changes, setChanges, goOnFrom } = useBase(form, now)
  const [current, setCurrent] = useState<Overtaken<V> | null>(null)
  const [faulty, setFaulty] = useState<readonly string[]>([])
  const [names] = useState(() => new Map<string, string>())
  // Do not ask about what can no longer be saved.
  const count = readOnly ? 0 : Object.keys(changes).length
  const noteSaved = useUnsaved(count > 0)
  const asked = useAsked(count > 0)
  const { busy, submit } = useSaving(form, props, names, setCurrent)
  const noteFaults = () =>
    setFaulty(form.getFieldsError().flatMap(({ name, errors }) => (errors.length > 0 ? String(name[0]) : [])))
  const store = async (values: V, onto: Base<V>) => {
    if (!(await submit(() => save(values, onto.version, onto.values)))) return noteFaults()
    noteSaved()
    ;(props.saved ?? close)()
  }
  const put = useCallback(
    (name: string, value: unknown) => {
      form.setFields([{ name: name as never, value: value as never, errors: [], touched: true }])
      setChanges(changesOf(base.values, form.getFieldsValue()))
      setFaulty(faulty => faulty.filter(each => each !== name))
    },
    [form, base, setChanges],
  )
  const marks = useMemo(
    // The defaults suggested for a new row are not old values.
    () => ({ base: base.version === undefined ? {} : base.values, changes, faulty, put }),
    [base, changes, faulty, put],
  )
  /** Continues with the compared row as what is stored. */
  const goOn = (values: object) => {
    if (current) goOnFrom(current, values)
    setCurrent(null)
  }
  return {
    form,
    base,
    changes,
    count,
    faulty,
    names,
    marks,
    busy,
    current,
    setCurrent,
    setChanges,
    goOn,
    goOnFrom,
    noteFaults,
    store,
    asked,
  }
}

/** The row as somebody else left it, and who, if known. */
type Overtaken<V> = Base<V> & { by: string | undefined }

/** Saving. A conflict is compared if the fields have names, else only reported. */
function useSaving<V extends object>(
  form: FormInstance<V>,
  { success, labels, conflict, valuesOf, namesOf }: Edited<V>,
  names: Map<string, string>,
  compare: (overtaken: Overtaken<V>) => void,
) {
  return useSubmit({
    success,
    form,
    ...(conflict && { conflict }),
    ...(labels && {
      conflict: (row: unknown, _why: string, by: string | undefined) => {
        const values = valuesOf ? valuesOf(row as never) : (row as Partial<V>)
        if (!values) return false
        for (const { value, label } of namesOf?.(row as never) ?? []) names.set(value, label)
        compare({ values, version: (row as { version?: number }).version, by })
        return true
      },
    }),
  })
}
