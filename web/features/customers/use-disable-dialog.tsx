import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { call } from '#web/data/client.ts'
import './customer-dialogs.css'

/** Asks before customers are shut out: names their houses with birds, for which it takes a reason. */
export function useDisableDialog() {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const { modal } = App.useApp()
  return async (of: readonly Customer[], run: (body: { reason?: string }) => Promise<boolean>) => {
    const birds = await Promise.all(
      of
        .slice(0, 20)
        .map(({ id, stage }) => call(contractOf[stage].birds, { params: { id } }).catch(() => [])),
    )
    const houses = birds.flat()
    let reason = ''
    void modal.confirm({
      title: t($ => $.disableAsk, { count: of.length, name: of[0]?.name ?? '' }),
      content: (
        <div className="customer-question">
          <p>{t($ => $.disableSays)}</p>
          {houses.length > 0 && <p>{t($ => $.hasBirds, { houses: houses.join(', ') })}</p>}
          <label htmlFor="customer-reason">{t($ => $.reason)}</label>
          <textarea
            id="customer-reason"
            maxLength={500}
            rows={2}
            onChange={event => {
              reason = event.target.value.trim()
            }}
          />
        </div>
      ),
      okText: t($ => $.disable),
      cancelText: word($ => $.cancel),
      // A refusal keeps the question open, so that the reason can be given.
      onOk: async () => {
        if (!(await run(reason ? { reason } : {}))) throw new Error('refused')
      },
    })
  }
}
