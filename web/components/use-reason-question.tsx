import { App, type FormInstance } from 'antd'
import { useTranslation } from 'react-i18next'
import { later } from './later.tsx'
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

const ReasonForm = later(() => import('./reason-form.tsx').then(file => file.ReasonForm))

/** Asks before a change that somebody will want to know the reason of; it goes to the history. */
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
      // A refusal keeps the question open, so that the reason can be given.
      onOk: async () => {
        const form = await shown
        const reason: string | undefined = form.getFieldValue('reason')?.trim()
        if (!(await run(reason ? { reason } : {}, form))) throw new Error('refused')
      },
    })
    // Antd throws a refusal where nobody waits for the answer.
    const rest = () => undefined
    void asked.then(rest, rest)
  }
}
