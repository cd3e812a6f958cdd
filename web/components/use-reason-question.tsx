import { App } from 'antd'
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

/** Asks before a change that somebody will want to know the reason of; it goes to the history. */
export function useReasonQuestion() {
  const { t } = useTranslation('components')
  const { modal } = App.useApp()
  return (
    { title, says, reason: label, ok }: Question,
    run: (body: { reason?: string }) => Promise<boolean>,
  ): void => {
    let reason = ''
    void modal.confirm({
      ...{ title, okText: ok, cancelText: t($ => $.cancel) },
      content: (
        <div className="reason-question">
          {says.map(each => (
            <p key={each}>{each}</p>
          ))}
          <label htmlFor="reason">{label}</label>
          <textarea
            id="reason"
            maxLength={500}
            rows={2}
            onChange={event => {
              reason = event.target.value.trim()
            }}
          />
        </div>
      ),
      // A refusal keeps the question open, so that the reason can be given.
      onOk: async () => {
        if (!(await run(reason ? { reason } : {}))) throw new Error('refused')
      },
    })
  }
}
