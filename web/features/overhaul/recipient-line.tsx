import { useTranslation } from 'react-i18next'
import type { PushRecipient } from '#shared/contracts/overhaul-pushes.ts'
import { browserResults, inAppResults, mailResults, type Reach, reaches } from '#shared/overhaul-pushes.ts'
import { type State, StateMark } from '#web/components/state-mark.tsx'
import { usePreferences } from '#web/data/preferences.ts'

const markOf = { reached: 'normal', waiting: 'pending', missed: 'watch' } as const satisfies Record<
  Reach,
  State
>

/** A recipient of a reminder: whether it reached them, and what became of it by each way. */
export function RecipientLine({ recipient }: { recipient: PushRecipient }) {
  const { t } = useTranslation('overhaul')
  const language = usePreferences(({ language }) => language)
  const { name, reach, inApp, mail, mailProblem, push } = recipient
  return (
    <li>
      <strong>{name}</strong>
      <span>
        <StateMark state={markOf[reach]} /> {reaches[reach][language]}
      </span>
      <dl>
        <div>
          <dt>{t($ => $.viaApp)}</dt>
          <dd>{inAppResults[inApp][language]}</dd>
        </div>
        <div>
          <dt>{t($ => $.viaMail)}</dt>
          <dd>
            {mailResults[mail][language]}
            {mailProblem !== null && <small>{mailProblem}</small>}
          </dd>
        </div>
        <div>
          <dt>{t($ => $.viaPush)}</dt>
          <dd>{browserResults[push][language]}</dd>
        </div>
      </dl>
    </li>
  )
}
