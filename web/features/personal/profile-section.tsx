import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Profile, type ProfileForm, personal } from '#shared/contracts/personal.ts'
import { sexes } from '#shared/people.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { SectionForm } from '#web/components/form/section-form.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import { AvatarField } from './avatar-field.tsx'
import { EmailRow } from './email-row.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'
import { showProfile } from './show-profile.ts'

type Values = z.input<typeof ProfileForm>

const fields = ['actualName', 'phone', 'sex'] as const

/** Name, picture and contact details. */
export function ProfileSection() {
  const { data, error, refetch } = useQuery({
    queryKey: [personal.profile.path],
    queryFn: () => call(personal.profile),
  })
  if (data)
    return (
      <>
        <AvatarField profile={data} />
        <Facts profile={data} />
        <EmailRow profile={data} />
        <OwnFields profile={data} />
      </>
    )
  return error ? <LoadProblem error={error} retry={() => void refetch()} /> : <SectionSkeleton />
}

function OwnFields({ profile }: { profile: Profile }) {
  const { t } = useTranslation('personal')
  const { t: word } = useTranslation('components')
  const { actualName, phone, sex, version } = profile
  return (
    <SectionForm<Values>
      endpoint={personal.saveProfile}
      initial={{ actualName, phone, sex }}
      version={version}
      save={(values, version) => showProfile(call(personal.saveProfile, { body: { ...values, version } }))}
      success={t($ => $.profile.saved)}
      labels={Object.fromEntries(fields.map(name => [name, t($ => $.profile[name])]))}
    >
      <div className="personal-fields">
        <FormField
          name="actualName"
          label={t($ => $.profile.actualName)}
          rules={[{ required: true, whitespace: true, message: word($ => $.required) }]}
        >
          <Input maxLength={100} autoComplete="name" />
        </FormField>
        <FormField name="phone" label={t($ => $.profile.phone)}>
          <Input maxLength={40} type="tel" autoComplete="tel" />
        </FormField>
        <FormField name="sex" label={t($ => $.profile.sex)}>
          <ChoiceSelect
            allowClear
            options={sexes.map(value => ({ value, label: t($ => $.profile.sexes[value]) }))}
          />
        </FormField>
      </div>
    </SectionForm>
  )
}

/** What an administrator has recorded about the user. */
function Facts({ profile }: { profile: Profile }) {
  const { t } = useTranslation('personal')
  const user = useSession(({ user }) => user)
  const facts = [
    [t($ => $.profile.username), profile.username],
    [t($ => $.profile.office), user?.officeName],
    [t($ => $.profile.job), profile.job],
    [t($ => $.profile.role), user?.role.name],
  ]
  return (
    <div className="personal-fixed">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value || '—'}</dd>
          </div>
        ))}
      </dl>
      <p>{t($ => $.profile.decided)}</p>
    </div>
  )
}
