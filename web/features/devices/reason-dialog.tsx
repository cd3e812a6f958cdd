import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contracts/devices.ts'
import './device-actions.css'

type Grave = 'disable' | 'reset' | 'remove'

/** Asks before a change that takes devices off the air; the reason goes to the history and to the customer. */
export function useReasonDialog() {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const { modal } = App.useApp()
  return (what: Grave, of: readonly Device[], run: (body: { reason?: string }) => Promise<boolean>) => {
    let reason = ''
    const houses = of.flatMap(({ houseName }) => houseName ?? [])
    const code = of.length === 1 ? (of[0]?.code ?? '') : t($ => $.says, { count: of.length })
    modal.confirm({
      title: t($ => $.ask[what], { code }),
      content: (
        <div className="device-question">
          <p>{t($ => $.consequence[what])}</p>
          {houses.length > 0 && <p>{t($ => $.servesHouse, { house: houses.join(', ') })}</p>}
          <label htmlFor="device-reason">{t($ => $.reason)}</label>
          <textarea
            id="device-reason"
            maxLength={500}
            rows={2}
            onChange={event => {
              reason = event.target.value.trim()
            }}
          />
        </div>
      ),
      okText: t($ => $[what]),
      cancelText: word($ => $.cancel),
      // A refusal keeps the question open, so that the reason can be given.
      onOk: async () => {
        if (!(await run(reason ? { reason } : {}))) throw new Error('refused')
      },
    })
  }
}
