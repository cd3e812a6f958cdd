import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { Moment } from '#web/components/time.tsx'
import { Differences } from './differences.tsx'

/** Temporary changes of this group: until when, by whom, and what they changed. */
export function Returning({ data }: { data: SettingsOfGroup }) {
  const { t } = useTranslation('settings')
  return data.returning
    .filter(({ group }) => group === data.group)
    .map(({ id, by, returnsAt, before, wanted }) => (
      <section key={id} className="card settings-card" aria-label={t($ => $.temporary)}>
        <p>
          <StateMark state="pending" /> <strong>{t($ => $.temporary)}</strong>{' '}
          {returnsAt && (
            <>
              {t($ => $.until)} <Moment at={returnsAt} />
            </>
          )}
          {by && ` · ${by}`}
        </p>
        <Differences before={before} wanted={wanted} />
      </section>
    ))
}
