import { App, Form, type FormInstance, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import './reason-question.css'

interface Question {
  title: string
  /** What it brings with it, a paragraph each. */
  says: readonly string[]
  /** What the reason is called. */
  reason: string
  /** The word on the button that does it. */
  ok: string
}
/** Does it; answers whether it is done. A refusal puts what it says about the reason into the form. */
export type RunWithReason = (body: { reason?: string }, form: FormInstance) => Promise<boolean>

/** Asks before a change that somebody will want to know the reason of; it goes to the history. */
export function useReasonQuestion() {
  const { t } = useTranslation('components')
  const { modal } = App.useApp()
  const [form] = Form.useForm<{ reason?: string }>()
  return ({ title, says, reason: label, ok }: Question, run: RunWithReason): void => {
    const asked = modal.confirm({
      title,
      okText: ok,
      cancelText: t($ => $.cancel),
      content: (
        <div className="reason-question">
          {says.map(each => (
            <p key={each}>{each}</p>
          ))}
          <Form form={form} layout="vertical" colon={false} preserve={false}>
            <Form.Item name="reason" label={label}>
              <Input.TextArea maxLength={500} rows={2} />
            </Form.Item>
          </Form>
        </div>
      ),
      // A refusal keeps the question open, so that the reason can be given.
      onOk: async () => {
        const reason = form.getFieldValue('reason')?.trim()
        if (!(await run(reason ? { reason } : {}, form))) throw new Error('refused')
      },
    })
    // Antd throws a refusal where nobody waits for the answer.
    const rest = () => undefined
    void asked.then(rest, rest)
  }
}
