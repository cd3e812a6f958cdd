import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { SettingChange, SettingsOfGroup } from '#shared/contracts/settings.ts'
import { differing, only } from '#shared/setting-draft.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { Differences } from './differences.tsx'
import type { Editing } from './use-group.ts'

/** The last change was only partly taken: the controller's values cell by cell, and two ways out. */
export function Partial({ data, draft }: { data: SettingsOfGroup; draft: Editing }) {
  const { t } = useTranslation('settings')
  const { last, values } = data
  if (last?.failure !== 'partial' && last?.failure !== 'readBack') return null
  const { before, wanted, failure } = last
  if (differing(wanted, values).length === 0) return null
  const isUntouched = differing(before, values).length === 0
  if (isUntouched && failure === 'partial') return null
  return (
    <section className="card settings-card" aria-label={t($ => $.failures[failure])}>
      <p>
        <StateMark state="alarm" /> <strong>{t($ => $.failures[failure])}</strong>{' '}
        {t($ => $.failureSays[failure])}
      </p>
      <Differences
        before={before}
        wanted={wanted}
        after={only(values, Object.keys(wanted))}
        days={last.days}
      />
      <WaysOut change={last} type={draft.type} canRestore={!isUntouched} />
    </section>
  )
}

interface WaysOutProps {
  change: SettingChange
  type: Editing['type']
  /** Something of it is at the controller. */
  canRestore: boolean
}

/** Drafts the missing part of a change, or the values before it; reviewed before sending. */
function WaysOut({ change, type, canRestore }: WaysOutProps) {
  const { t } = useTranslation('settings')
  return (
    <div className="send-bar-actions row stretch">
      {canRestore && <Button onClick={() => type(change.before)}>{t($ => $.restore)}</Button>}
      <Button type="primary" onClick={() => type(change.wanted)}>
        {t($ => $.sendAgain)}
      </Button>
    </div>
  )
}
