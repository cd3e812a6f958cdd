import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Profile, personal } from '#shared/contracts/personal.ts'
import { LanguageChoice, UnitsChoice } from '#web/components/appearance.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useZone } from '#web/components/time.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { SectionSkeleton } from './section-skeleton.tsx'
import { showProfile } from './show-profile.ts'

/** The department's time zone, if none is chosen. */
const OFFICE = ''
const zones = Intl.supportedValuesOf('timeZone')

/** Language, time zone and units; each takes effect at once. */
export function RegionSection() {
  const { data, error, refetch } = useQuery({
    queryKey: [personal.profile.path],
    queryFn: () => call(personal.profile),
  })
  if (data) return <Choices profile={data} />
  return error ? <LoadProblem error={error} retry={() => void refetch()} /> : <SectionSkeleton />
}

function Choices({ profile }: { profile: Profile }) {
  const { t } = useTranslation('personal')
  const id = useId()
  const isPhone = useIsPhone()
  const zone = useZone()
  const { submit } = useSubmit({ success: t($ => $.region.saved) })
  const choose = (timeZone: string | null) =>
    void submit(() => showProfile(call(personal.setTimeZone, { body: { timeZone } })))
  return (
    <div className="personal-choices">
      <Row label={t($ => $.region.language)} says={t($ => $.region.languageSays)}>
        <LanguageChoice />
      </Row>
      <Row
        label={<label htmlFor={id}>{t($ => $.region.timeZone)}</label>}
        says={t($ => $.region.timeZoneSays)}
      >
        <Select
          id={id}
          size={isPhone ? 'large' : 'middle'}
          showSearch
          value={profile.timeZone ?? OFFICE}
          onChange={name => choose(name === OFFICE ? null : name)}
          options={[
            {
              value: OFFICE,
              label: profile.timeZone ? t($ => $.region.officeZone) : t($ => $.region.officeZoneIs, { zone }),
            },
            ...zones.map(value => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
        />
      </Row>
      <Row label={t($ => $.region.units)} says={t($ => $.region.unitsSay)}>
        <UnitsChoice />
      </Row>
    </div>
  )
}

function Row({ label, says, children }: { label: ReactNode; says: string; children: ReactNode }) {
  return (
    <div>
      <div>
        <strong>{label}</strong>
        <p className="caption">{says}</p>
      </div>
      {children}
    </div>
  )
}
