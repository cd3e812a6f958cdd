import { Form, type FormInstance, Input } from 'antd'
import { useEffect, useId } from 'react'

/** The one field of a question that asks for a reason; passes its form to `ready`. */
export function ReasonForm({ label, ready }: { label: string; ready: (form: FormInstance) => void }) {
  const [form] = Form.useForm<{ reason?: string }>()
  useEffect(() => ready(form), [ready, form])
  return (
    <Form name={useId()} form={form} layout="vertical" colon={false} preserve={false}>
      <Form.Item name="reason" label={label}>
        <Input.TextArea maxLength={500} rows={2} />
      </Form.Item>
    </Form>
  )
}
