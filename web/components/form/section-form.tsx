import { Button, Form } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import { useMayCall } from '#web/data/session.ts'
import { useIsPhone } from '../use-phone.ts'
import { useSubmit } from '../use-submit.ts'
import { useUnsaved } from '../use-unsaved.ts'
import { type Changes, changesOf } from './changes.ts'
import { Conflict } from './conflict.tsx'
import { FormChanges } from './form-field.tsx'
import './form-dialog.css'

interface Props<V extends object> {
  /** What saves it; who may not call it sees the fields as they are. */
  endpoint: Endpoint
  /** What the form starts from; give it a `key` with the version, so that it starts anew from what was saved. */
  initial: Partial<V>
  version?: number
  save: (values: V, version: number | undefined) => Promise<unknown>
  touches: readonly string[]
  success: string
  /** Names of the fields, for comparing after a conflict. */
  labels?: Readonly<Record<string, string>>
  /** The word on the button, where it does more than save. */
  doing?: string
  /** The fields: `FormField`. */
  children: ReactNode
}

/** A form that is a part of its page: marks and counts what changed, saves or discards it, compares after a conflict. */
export function SectionForm<V extends object>(props: Props<V>) {
  const { endpoint, initial, save, touches, success, labels = {}, doing, children } = props
  const { t } = useTranslation('components')
  const mayChange = useMayCall(endpoint)
  const isPhone = useIsPhone()
  const [form] = Form.useForm<V>()
  const [changes, setChanges] = useState<Changes>({})
  const [current, setCurrent] = useState<V | null>(null)
  const count = Object.keys(changes).length
  useUnsaved(count > 0)
  const { busy, submit } = useSubmit({ touches, success, form, conflict: row => setCurrent(row as V) })
  const store = async (values: V, version: number | undefined) => {
    if (!(await submit(() => save(values, version)))) return
    setCurrent(null)
    setChanges({})
  }
  const discard = () => {
    form.resetFields()
    setChanges({})
  }
  const marks = useMemo(() => ({ base: initial, changes }), [initial, changes])
  return (
    <Form
      form={form}
      disabled={!mayChange}
      layout="vertical"
      size={isPhone ? 'large' : 'middle'}
      requiredMark={false}
      scrollToFirstError={{ focus: true, block: 'center' }}
      initialValues={initial}
      onValuesChange={(_, values) => setChanges(changesOf(initial, values))}
      onFinish={values => void store(values, props.version)}
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
          yours={form.getFieldsValue()}
          current={current}
          labels={labels}
          busy={busy}
          keepYours={() => void store(form.getFieldsValue(), (current as { version?: number }).version)}
          takeCurrent={() => {
            form.setFieldsValue(current as Parameters<typeof form.setFieldsValue>[0])
            setChanges(changesOf(initial, form.getFieldsValue()))
            setCurrent(null)
          }}
          close={() => setCurrent(null)}
        />
      )}
    </Form>
  )
}
