import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { Age, Moment } from '#web/components/time.tsx'

interface Props {
  data: Pick<SettingsOfGroup, 'changedBy' | 'returning'>
  /** Wire name of a setting. */
  name: string
}

/** Who last changed a setting and when, and until when that holds; nothing if no change is known. */
export function ChangedBy({ data: { changedBy, returning }, name }: Props) {
  const { t } = useTranslation('settings')
  const last = changedBy[name]
  if (!last) return null
  const ends = returning.find(({ wanted }) => name in wanted)?.returnsAt
  return (
    <>
      {last.origin === 'panel' ? t($ => $.atPanel) : last.by} · <Age at={last.at} />
      {ends && (
        <>
          {' · '}
          {t($ => $.until)} <Moment at={ends} />
        </>
      )}
    </>
  )
}
