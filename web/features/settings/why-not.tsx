import { useTranslation } from 'react-i18next'
import type { SettingChange } from '#shared/contracts/settings.ts'
import { commandResults } from '#shared/setting-changes.ts'

const resultNames = Object.keys(commandResults) as (keyof typeof commandResults)[]

/** Why a change was not done, as the controller reports, and what holds now. */
export function WhyNot({ change }: { change: SettingChange }) {
  const { t } = useTranslation('settings')
  const { state, failure, result, says } = change
  const why = failure
    ? t($ => $.failureSays[failure])
    : state === 'expired'
      ? t($ => $.expiredSays)
      : t($ => $.conflictSays)
  const said = resultNames.find(name => commandResults[name] === result)
  return (
    <>
      <p>{why}</p>
      {result !== null && (
        <p className="caption">
          {t($ => $.controllerSays, { result: said ? t($ => $.results[said]) : result })}{' '}
          {says && <q>{says}</q>}
        </p>
      )}
    </>
  )
}
