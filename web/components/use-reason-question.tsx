import { App, type FormInstance } from 'antd'
import { useTranslation } from 'react-i18next'
import { later } from './later.tsx'
import './reason-question.css'

interface Question {
  title: string
  /** The consequences, one paragraph each. */
  says: readonly string[]
  /** The label of the reason. */
  reason: string
  /** The label of the button that does it. */
  ok: string
}
/** Does it and returns whether it is done. If refused, puts the server's objection to the reason into the form. */
export type RunWithReason = (body: { reason?: string }, form: FormInstance) => Promise<boolean>

const ReasonForm = later(() => import('./reason-form.tsx').then(file => file.ReasonForm))

/** Asks for a reason before a change; it goes into the history. */
export function useReasonQuestion() {
  const { t } = useTranslation('components')
  const { modal } = App.useApp()
  return ({ title, says, reason: label, ok }: Question, run: RunWithReason): void => {
    const { promise: shown, resolve: ready } = Promise.withResolvers<FormInstance>()
    const asked = modal.confirm({
      title,
      okText: ok,
      cancelText: t($ => $.cancel),
      content: (
        <div className="reason-question stack">
          {says.map(each => (
            <p key={each}>{each}</p>
          ))}
          <ReasonForm label={label} ready={ready} />
        </div>
      ),
      // If refused, the question stays open so that the reason can be given.
      onOk: async () => {
        const form = await shown
        const reason: string | undefined = form.getFieldValue('reason')?.trim()
        if (!(await run(reason ? { reason } : {}, form))) throw new Error('refused')
      },
    })
    // antd throws a refusal if nobody awaits the answer.
    const rest = () => undefined
    void asked.then(rest, rest)
  }
}
