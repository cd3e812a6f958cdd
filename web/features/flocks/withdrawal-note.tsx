import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import type { Withdrawal } from '#shared/withdrawal.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  withdrawal: Withdrawal
  /** Only this of the two. */
  of?: keyof Withdrawal
}

/** Until when medicine forbids selling birds and eggs; nothing where it does not. */
export function WithdrawalNote({ withdrawal, of }: Props) {
  const { t } = useTranslation('flocks')
  const { language } = useReader()
  const shown = (['eggs', 'meat'] as const).filter(
    each => withdrawal[each] !== null && (of === undefined || of === each),
  )
  return shown.map(each => (
    <p key={each} className="record-withheld" role="note">
      <StateMark state="watch" />{' '}
      {each === 'eggs'
        ? t($ => $.eggsWithheld, { day: dateOf(withdrawal.eggs ?? '', language) })
        : t($ => $.meatWithheld, { day: dateOf(withdrawal.meat ?? '', language) })}
    </p>
  ))
}
