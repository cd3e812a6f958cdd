import { Checkbox, Form, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, type RoleRow, roles } from '#shared/contracts/roles.ts'
import { type Kind, STAFF } from '#shared/permissions.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { useTellNames } from '#web/components/form/form-names.ts'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { useRoleOptions } from '#web/components/use-role-options.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { nameOf } from './role-name.ts'

interface Values {
  chineseName?: string
  englishName?: string
  kind?: Kind
  departmentOnly?: boolean
  /** The role a new one starts from. */
  startFrom?: string
}

interface Props {
  /** The role to rename or clone. */
  role?: RoleRow
  doing: 'create' | 'rename' | 'clone'
  close: () => void
  /** Called with the new role. */
  made: (id: string) => void
}

/** Creates, renames or clones a role; its permissions are chosen on its own page. */
export function RoleFormDialog({ role, doing, close, made }: Props) {
  const { t } = useTranslation('roles')
  const own = useSession(({ user }) => user?.kind ?? STAFF)
  const isNarrowed = useSession(({ user }) => user?.departmentOnly === true)
  const language = usePreferences(({ language }) => language)
  const labels = {
    chineseName: t($ => $.fields.chineseName),
    englishName: t($ => $.fields.englishName),
    departmentOnly: t($ => $.fields.departmentOnly),
  }
  const initial: Values = !role
    ? { kind: own, departmentOnly: isNarrowed }
    : doing === 'clone'
      ? {
          kind: role.kind,
          departmentOnly: role.departmentOnly || isNarrowed,
          // Each in its own language, whatever the reader's.
          chineseName: role.chineseName && `${role.chineseName}（副本）`,
          englishName: role.englishName && `${role.englishName} (copy)`,
        }
      : role
  // A user who makes roles only for their own kind is not asked for it.
  const store = (values: Values, version?: number) => {
    const { chineseName = '', englishName = '', kind = own, startFrom } = values
    const departmentOnly = kind === STAFF && values.departmentOnly === true
    const names = { chineseName, englishName, departmentOnly }
    const from = role?.id ?? startFrom
    if (doing === 'rename' && role)
      return call(roles.update, { params: { id: role.id }, body: { ...names, kind: role.kind, version } })
    return from
      ? call(roles.clone, { params: { id: from }, body: names })
      : call(roles.create, { body: { ...names, kind } })
  }
  const save = async (values: Values, version: number | undefined) => {
    const stored: Role = await store(values, version)
    if (doing !== 'rename') made(stored.id)
    return stored
  }
  return (
    <FormDialog<Values>
      title={
        !role
          ? t($ => $.new)
          : doing === 'clone'
            ? t($ => $.cloneOf, { name: nameOf(role, language) })
            : t($ => $.rename)
      }
      initial={initial}
      {...(doing === 'rename' && role ? { version: role.version } : {})}
      save={save}
      success={
        doing === 'create' ? t($ => $.created) : doing === 'clone' ? t($ => $.cloned) : t($ => $.changed)
      }
      labels={labels}
      close={close}
    >
      <FormField name="chineseName" label={labels.chineseName} extra={t($ => $.hints.names)}>
        <Input maxLength={60} lang="zh" />
      </FormField>
      <FormField name="englishName" label={labels.englishName}>
        <Input maxLength={60} lang="en" />
      </FormField>
      {doing === 'create' && <Beginning own={own} />}
      <Reach own={own} isNarrowed={isNarrowed} />
    </FormDialog>
  )
}

/** Which customers the users of a staff role see; a restricted user can only make restricted roles. */
function Reach({ own, isNarrowed }: { own: Kind; isNarrowed: boolean }) {
  const { t } = useTranslation('roles')
  const form = Form.useFormInstance<Values>()
  const kind: Kind = Form.useWatch('kind', { form, preserve: true }) ?? own
  const [all, some] = [t($ => $.reach.all), t($ => $.reach.department)]
  useTellNames(
    useMemo(
      () => [
        { value: 'false', label: all },
        { value: 'true', label: some },
      ],
      [all, some],
    ),
  )
  if (kind !== STAFF) return null
  return (
    <FormField name="departmentOnly" valuePropName="checked" extra={t($ => $.hints.departmentOnly)}>
      <Checkbox disabled={isNarrowed}>{t($ => $.fields.departmentOnly)}</Checkbox>
    </FormField>
  )
}

/** Who a new role is for, and what it starts from. */
function Beginning({ own }: { own: Kind }) {
  const { t } = useTranslation('roles')
  const form = Form.useFormInstance()
  const kind: Kind = Form.useWatch('kind') ?? own
  const source = useRoleOptions(kind)
  const kinds = ([1, 2, 3] as const).map(value => ({ value: value as never, label: t($ => $.kind[value]) }))
  return (
    <>
      {own === STAFF && (
        <FormField name="kind" label={t($ => $.fields.kind)} extra={t($ => $.hints.kind)}>
          <ChoiceSelect options={kinds} onChange={() => form.setFieldValue('startFrom', undefined)} />
        </FormField>
      )}
      <FormField name="startFrom" label={t($ => $.fields.startFrom)} extra={t($ => $.hints.startFrom)}>
        <RemoteSelect source={source} allowClear />
      </FormField>
    </>
  )
}
