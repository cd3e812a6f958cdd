import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type cameraKinds, GB_PASSWORD, gbTransports } from '#shared/cameras.ts'
import { type Camera, cameras } from '#shared/contracts/cameras.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import { GbWayFields } from './gb-way-fields.tsx'
import { HouseField } from './house-field.tsx'
import { CameraKindChoice, type NewKind } from './kind-choice.tsx'
import { NetworkSearch } from './network-search.tsx'

type Kind = (typeof cameraKinds)[number]

interface Values {
  code?: string | null
  name: string
  address: string
  officeId: string
  houseId?: string | null
  username?: string
  password?: string
  forgetCredentials?: boolean
  transport?: (typeof gbTransports)[number]
}

interface Props {
  camera: Camera | null
  /** How it is reached. */
  kind: Kind
  close: () => void
  saved: (camera: Camera) => void
  /** Of a new one: another way to reach it. */
  choose?: (kind: NewKind) => void
}

/** Where a camera is found and what it is called; a stored user and password stay unless others are entered. */
export function CameraForm({ camera, kind, close, saved, choose }: Props) {
  const { t } = useTranslation('cameras')
  const user = useSession(({ user }) => user)
  // A customer's users mean their own farm.
  const own = user?.kind === CUSTOMER ? [{ value: user.officeId, label: user.officeName }] : []
  const fields = ['name', 'officeId', 'address', 'username', 'password', 'houseId', 'code'] as const
  const labels = Object.fromEntries(fields.map(name => [name, t($ => $.fields[name])]))
  const save = async (values: Values, version: number | undefined) => {
    const { code, name, username, password, transport } = values
    const address = values.address ?? camera?.address ?? ''
    const body = { code: code || null, name, address, username: username || null, password: password || null }
    if (!camera)
      saved(
        await call(cameras.create, {
          body: {
            ...body,
            kind: kind === 'onvif' ? 'onvif' : 'rtsp',
            officeId: values.officeId,
            houseId: values.houseId ?? null,
          },
        }),
      )
    else
      saved(
        await call(cameras.update, {
          params: { id: camera.id },
          body: { ...body, forgetCredentials: values.forgetCredentials ?? false, transport, version },
        }),
      )
  }
  return (
    <FormDialog<Values>
      title={camera ? camera.name : t($ => $.new)}
      doing={t($ => (camera ? $.save : $.saveAndTest))}
      initial={camera ? initialOf(camera) : own[0] ? { officeId: own[0].value } : {}}
      {...(camera ? { version: camera.version } : {})}
      success={camera ? t($ => $.changed) : t($ => $.created)}
      save={save}
      namesOf={({ officeId, officeName }: Camera) => [{ value: officeId, label: officeName }]}
      labels={labels}
      close={close}
    >
      {choose && <CameraKindChoice kind={kind} choose={choose} />}
      {kind === 'gb28181' ? <GbFields /> : <Fields camera={camera} own={own} isOnvif={kind === 'onvif'} />}
    </FormDialog>
  )
}

const initialOf = ({ code, name, address, officeId, transport }: Camera): Partial<Values> => {
  const own = gbTransports.find(each => each === transport)
  return { code, name, address, officeId, ...(own && { transport: own }) }
}

/** Of a device that signs in by itself: its id stays, a new password must be entered on its page too. */
function GbFields() {
  const { t } = useTranslation('cameras')
  const { t: word } = useTranslation('components')
  return (
    <>
      <FormField
        name="name"
        label={t($ => $.fields.name)}
        rules={[{ required: true, message: word($ => $.required) }]}
        extra={t($ => $.hints.name)}
      >
        <Input maxLength={100} />
      </FormField>
      <FormField
        name="password"
        label={t($ => $.gb.newPassword)}
        rules={[{ pattern: GB_PASSWORD.pattern, min: GB_PASSWORD.min, message: t($ => $.gb.passwordRule) }]}
        extra={t($ => $.gb.keepPassword)}
      >
        <Input maxLength={GB_PASSWORD.max} className="mono" autoComplete="off" spellCheck={false} />
      </FormField>
      <GbWayFields />
    </>
  )
}

interface FieldsProps {
  camera: Camera | null
  own: { value: string; label: string }[]
  isOnvif: boolean
}

function Fields({ camera, own, isOnvif }: FieldsProps) {
  const { t } = useTranslation('cameras')
  const { t: word } = useTranslation('components')
  const required = [{ required: true, message: word($ => $.required) }]
  const offices = useOfficeOptions()
  const stored = camera?.hasCredentials ? t($ => $.storedHint) : undefined
  return (
    <>
      <FormField name="name" label={t($ => $.fields.name)} rules={required} extra={t($ => $.hints.name)}>
        <Input maxLength={100} />
      </FormField>
      {!camera && (
        <>
          <FormField name="officeId" label={t($ => $.fields.officeId)} rules={required}>
            <RemoteSelect source={offices} also={own} />
          </FormField>
          <HouseField />
        </>
      )}
      <FormField
        name="address"
        label={t($ => (isOnvif ? $.fields.onvifAddress : $.fields.address))}
        rules={required}
        extra={t($ => (isOnvif ? $.hints.onvifAddress : $.hints.address))}
      >
        <Input
          maxLength={500}
          placeholder={isOnvif ? '' : 'rtsp://'}
          className="mono"
          autoComplete="off"
          spellCheck={false}
        />
      </FormField>
      {isOnvif && !camera && <NetworkSearch />}
      <div className="halves">
        <FormField name="username" label={t($ => $.fields.username)}>
          <Input maxLength={64} autoComplete="off" {...(stored && { placeholder: stored })} />
        </FormField>
        <FormField name="password" label={t($ => $.fields.password)}>
          <Input.Password
            maxLength={128}
            autoComplete="new-password"
            {...(stored && { placeholder: stored })}
          />
        </FormField>
      </div>
      {camera?.hasCredentials && (
        <FormField name="forgetCredentials" valuePropName="checked">
          <Checkbox>{t($ => $.fields.forgetCredentials)}</Checkbox>
        </FormField>
      )}
      <FormField name="code" label={t($ => $.fields.code)} extra={t($ => $.hints.code)}>
        <Input maxLength={64} className="mono" />
      </FormField>
    </>
  )
}
