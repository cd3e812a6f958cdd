import { Button, Form } from 'antd'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { useMayCall } from '#web/data/session.ts'
import { useIsPhone } from '../use-phone.ts'
import { useSubmit } from '../use-submit.ts'
import { useUnsaved } from '../use-unsaved.ts'
import { changesOf } from './changes.ts'
import { Conflict } from './conflict.tsx'
import { FormChanges } from './form-field.tsx'
import { type Base, useBase } from './use-base.ts'
import './form-dialog.css'

interface Props<V extends object> {
  /** The endpoint that saves it; users who may not call it see the fields read-only. */
  endpoint: Endpoint
  /** The form's initial values; until something is typed it follows the version. */
  initial: Partial<V>
  version?: number
  save: (values: V, version: number | undefined) => Promise<unknown>
  success: string
  /** Names of the fields, for comparing after a conflict. */
  labels?: Readonly<Record<string, string>>
  /** The label of the button, where it does more than save. */
  doing?: string
  /** The fields: `FormField`. */
  children: ReactNode
}

/** A form that is part of its page: marks and counts changes, saves or discards them, compares after a conflict. */
export function SectionForm<V extends object>(props: Props<V>) {
  const { endpoint, initial, save, success, labels = {}, doing, children } = props
  const { t } = useTranslation('components')
  const mayChange = useMayCall(endpoint)
  const isPhone = useIsPhone()
  const [form] = Form.useForm<V>()
  const { base, changes, setChanges, goOnFrom } = useBase(form, { values: initial, version: props.version })
  const [current, setCurrent] = useState<(Base<V> & { by: string | undefined }) | null>(null)
  const count = Object.keys(changes).length
  useUnsaved(count > 0)
  const noteConflict = (row: unknown, _why: string, by: string | undefined) => {
    const fields = Object.entries(row as object).filter(([name]) => name in labels)
    const values = Object.fromEntries(fields) as Partial<V>
    setCurrent({ values, version: (row as { version?: number }).version, by })
  }
  const { busy, submit } = useSubmit({ success, form, conflict: noteConflict })
  const store = async (values: V, { version }: Base<V>) => {
    if (await submit(() => save(values, version))) setChanges({})
  }
  const discard = () => {
    form.resetFields()
    setChanges({})
  }
  const marks = useMemo(() => ({ base: base.values, changes }), [base.values, changes])
  return (
    <Form
      name={useId()}
      form={form}
      disabled={!mayChange}
      layout="vertical"
      size={isPhone ? 'large' : 'middle'}
      requiredMark={false}
      scrollToFirstError={{ focus: true, block: 'center' }}
      initialValues={base.values}
      onValuesChange={(_, values) => setChanges(changesOf(base.values, values))}
      onFinish={values => void store(values, base)}
    >
      <FormChanges value={marks}>{children}</FormChanges>
      {mayChange && (
        <div className="dialog-foot section-form-foot">
          <span className="dialog-foot-says" role="status">
            {count > 0 && t($ => $.unsaved, { count })}
          </span>
          {count > 0 && <Button onClick={discard}>{t($ => $.discard)}</Button>}
          <Button type="primary" htmlType="submit" loading={busy} disabled={count === 0}>
            {doing ?? t($ => $.save)}
          </Button>
        </div>
      )}
      {current && (
        <Conflict
          base={base.values}
          yours={form.getFieldsValue()}
          current={current.values}
          by={current.by}
          labels={labels}
          busy={busy}
          keepYours={merged => {
            setCurrent(null)
            goOnFrom(current, merged)
            void store(merged as V, current)
          }}
          takeCurrent={() => {
            setCurrent(null)
            goOnFrom(current, current.values)
          }}
          close={() => setCurrent(null)}
        />
      )}
    </Form>
  )
}
