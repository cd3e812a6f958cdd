import { useTranslation } from 'react-i18next'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { type RunWithReason, useReasonQuestion } from '#web/components/use-reason-question.tsx'
import { call } from '#web/data/client.ts'

/** Houses with birds are looked up for at most this many customers. */
const LOOKED_AT = 20

/** Asks before customers are disabled: names their houses with birds, and then requires a reason. */
export function useAskReason() {
  const { t } = useTranslation('customers')
  const ask = useReasonQuestion()
  return async (of: readonly Customer[], run: RunWithReason): Promise<void> => {
    const birds = await Promise.all(
      of
        .slice(0, LOOKED_AT)
        .map(({ id, stage }) => call(contractOf[stage].birds, { params: { id } }).catch(() => [])),
    )
    const houses = birds.flat()
    const title =
      of.length === 1
        ? t($ => $.disableAsk, { name: of[0]?.name ?? '' })
        : t($ => $.disableSeveralAsk, { count: of.length })
    const have = houses.length > 0 ? [t($ => $.hasBirds, { houses: houses.join(', ') })] : []
    const says = [t($ => $.disableSays), ...have]
    ask({ title, says, reason: t($ => $.reason), ok: t($ => $.disable) }, run)
  }
}
