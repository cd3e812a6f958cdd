import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GB_PASSWORD } from '#shared/cameras.ts'
import { type Camera, cameras, type NewGbCamera } from '#shared/contracts/cameras.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { useMayCall, useSession } from '#web/data/session.ts'
import { GbWayFields } from './gb-way-fields.tsx'
import { HouseField } from './house-field.tsx'
import { CameraKindChoice, type NewKind } from './kind-choice.tsx'

type Values = Omit<NewGbCamera, 'code' | 'houseId'> & { code?: string | null; houseId?: string | null }

/** Letters and digits that nobody mixes up on the page of a camera. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
const MADE_LENGTH = 12

/** A password that nobody guesses. It is made here, so that the server never has to tell it. */
const madePassword = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(MADE_LENGTH)), at => LETTERS[at % LETTERS.length]).join(
    '',
  )

/** What a device was given, to be entered on its page. */
export interface GbGiven {
  camera: Camera
  password: string
}

interface Props {
  close: () => void
  saved: (given: GbGiven) => void
  choose: (kind: NewKind) => void
}

/** A device that signs in by itself: it is added first, then its page is filled in. */
export function GbForm({ close, saved, choose }: Props) {
  const { t } = useTranslation('cameras')
  const { data: values, isPending } = useQuery({
    queryKey: [cameras.gbValues.path],
    queryFn: () => call(cameras.gbValues),
    staleTime: 0,
  })
  const mayAdd = useMayCall(cameras.createGb)
  const user = useSession(({ user }) => user)
  const own = user?.kind === CUSTOMER ? [{ value: user.officeId, label: user.officeName }] : []
  const [password] = useState(madePassword)
  const fields = ['name', 'officeId', 'houseId', 'deviceId', 'password', 'transport', 'code'] as const
  const labels = Object.fromEntries(fields.map(name => [name, t($ => $.fields[name])]))
  if (isPending) return null
  return (
    <FormDialog<Values>
      key={values?.deviceId ?? ''}
      title={t($ => $.new)}
      doing={t($ => $.gb.save)}
      initial={{
        deviceId: values?.deviceId ?? '',
        password,
        transport: 'tcpPassive',
        ...(own[0] && { officeId: own[0].value }),
      }}
      success={t($ => $.created)}
      save={async form => {
        const body = { ...form, code: form.code || null, houseId: form.houseId ?? null }
        saved({ camera: await call(cameras.createGb, { body }), password: form.password })
      }}
      labels={labels}
      close={close}
    >
      <CameraKindChoice kind="gb28181" choose={choose} />
      {values && mayAdd ? <Fields own={own} /> : <p role="status">{t($ => $.gb.off)}</p>}
    </FormDialog>
  )
}

function Fields({ own }: { own: { value: string; label: string }[] }) {
  const { t } = useTranslation('cameras')
  const { t: word } = useTranslation('components')
  const required = [{ required: true, message: word($ => $.required) }]
  const offices = useOfficeOptions()
  return (
    <>
      <FormField name="name" label={t($ => $.fields.name)} rules={required} extra={t($ => $.hints.name)}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="officeId" label={t($ => $.fields.officeId)} rules={required}>
        <RemoteSelect source={offices} also={own} />
      </FormField>
      <HouseField />
      <FormField
        name="deviceId"
        label={t($ => $.fields.deviceId)}
        extra={t($ => $.hints.deviceId)}
        rules={[...required, { pattern: /^\d{20}$/, message: t($ => $.gb.idRule) }]}
      >
        <Input maxLength={20} className="mono" inputMode="numeric" autoComplete="off" />
      </FormField>
      <FormField
        name="password"
        label={t($ => $.fields.password)}
        extra={t($ => $.hints.gbPassword)}
        rules={[
          ...required,
          { pattern: GB_PASSWORD.pattern, min: GB_PASSWORD.min, message: t($ => $.gb.passwordRule) },
        ]}
      >
        <Input maxLength={GB_PASSWORD.max} className="mono" autoComplete="off" spellCheck={false} />
      </FormField>
      <GbWayFields />
    </>
  )
}
