import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint, Input } from '#shared/endpoint.ts'
import type { Fields } from '#shared/field.ts'
import { call } from '#web/data/client.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { NEW } from '../list/use-edited.ts'
import { emptyTexts, FieldInputs } from './field-inputs.tsx'
import { useFields } from './use-fields.tsx'

interface Props<T extends object> {
  contract: Readonly<Record<'list' | 'create' | 'update', Endpoint>>
  /** The record's editable fields. */
  fields: Fields
  row: T | typeof NEW
  /** The title of the form: the row's name, or that of a new one. */
  title: string
  /** Initial values of a new row. */
  initial?: Partial<T>
  /** Adds values that have no input, such as a field with only one possible value here. */
  completed?: (values: Partial<T>) => Partial<T>
  close: () => void
  /** The inputs, if not simply those of all fields. */
  children?: ReactNode
  /** For a record with many fields: its sections, and further tabs beside them, as {@link FormDialog} takes them. */
  sections?: Shape['sections']
  tabs?: Shape['tabs']
  beside?: Shape['beside']
}
type Shape = ComponentProps<typeof FormDialog>

/** Creates a record or changes one: simultaneous edits are merged, and no input is lost. */
export function RecordForm<T extends { id: string; version: number }>(props: Props<T>) {
  const { contract, fields, row, title, initial = {}, completed, close, children } = props
  const { sections, tabs, beside } = props
  const { t } = useTranslation('components')
  const { label } = useFields(fields)
  const known = row === NEW ? null : row
  const save = (values: object, version: number | undefined) => {
    const body = { ...(completed?.(values) ?? values), version }
    const input = known ? { params: { id: known.id }, body } : { body }
    return call(known ? contract.update : contract.create, input as never as Input<Endpoint>)
  }
  return (
    <FormDialog<object>
      title={title}
      width={640}
      initial={known ?? { ...emptyTexts(fields), ...initial }}
      {...(known && { version: known.version })}
      save={save}
      success={known ? t($ => $.record.changed) : t($ => $.record.created)}
      labels={Object.fromEntries(Object.keys(fields).map(name => [name, label(name)]))}
      close={close}
      {...(sections && { sections })}
      {...(tabs && { tabs })}
      beside={beside}
    >
      {children ?? <FieldInputs fields={fields} />}
    </FormDialog>
  )
}
