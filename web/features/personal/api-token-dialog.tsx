import { Input, Tree } from 'antd'
import { useTranslation } from 'react-i18next'
import { API_TOKEN_DAYS, apiTokens } from '#shared/contracts/api-tokens.ts'
import {
  type Grant,
  grantsOfToken,
  type PermissionId,
  type RolePermission,
  unionOf,
} from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { menu } from '#web/app/screens.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'

interface Values {
  name: string
  endsOn: string
  grants: Grant[]
}
interface Props {
  done: (token: string) => void
  close: () => void
}

/** Creates a token: name, validity, rights. */
export function ApiTokenDialog({ done, close }: Props) {
  const { t } = useTranslation('personal')
  const { t: word } = useTranslation('components')
  const required = [{ required: true, message: word($ => $.required) }]
  const timeZone = useSession(({ user }) => user?.timeZone ?? 'UTC')
  const dayAhead = (days: number) => daysAfter(dateIn(timeZone, serverNow()), days)
  const save = async ({ name, endsOn, grants }: Values) => {
    const permissions = permissionsOf(grants)
    done((await call(apiTokens.create, { body: { name, endsOn, permissions } })).token)
  }
  return (
    <FormDialog<Values>
      title={t($ => $.tokens.new)}
      width={560}
      initial={{ endsOn: dayAhead(90), grants: [] }}
      save={save}
      success={t($ => $.tokens.made)}
      doing={t($ => $.tokens.make)}
      close={close}
      saved={() => undefined}
    >
      <div className="personal-fields">
        <FormField name="name" label={t($ => $.tokens.name)} rules={required}>
          <Input maxLength={60} placeholder={t($ => $.tokens.nameHint)} />
        </FormField>
        <DayField
          name="endsOn"
          label={t($ => $.tokens.endsOn)}
          rules={required}
          min={dayAhead(0)}
          max={dayAhead(API_TOKEN_DAYS)}
        />
      </div>
      <FormField
        name="grants"
        label={t($ => $.tokens.may)}
        extra={t($ => $.tokens.maySays)}
        rules={[{ required: true, type: 'array', min: 1, message: t($ => $.tokens.wanted) }]}
        trigger="onCheck"
        valuePropName="checkedKeys"
        getValueFromEvent={(keys: Grant[]) => keys.filter(key => key.includes(':'))}
      >
        <RightsTree />
      </FormField>
    </FormDialog>
  )
}

/** The user's rights that a token can be given, by permission. */
function RightsTree(props: { checkedKeys?: Grant[]; onCheck?: (keys: Grant[]) => void }) {
  const { t } = useTranslation('personal')
  const language = usePreferences(({ language }) => language)
  const held = useSession(({ grants }) => grants)
  const all = useSession(({ user }) => user?.role.permissions ?? [])
  const rights = unionOf(permissionsOf([...grantsOfToken(held, all)]))
  return (
    <Tree
      checkable
      selectable={false}
      height={260}
      className="personal-rights"
      checkedKeys={props.checkedKeys ?? []}
      onCheck={keys => props.onCheck?.(keys as Grant[])}
      treeData={rights.map(({ permissionId, actionList }) => ({
        key: permissionId,
        title: titleOf(permissionId)?.[language] ?? permissionId,
        children: actionList.map(action => ({
          key: `${permissionId}:${action}`,
          title: t($ => $.tokens.actions[action]),
        })),
      }))}
    />
  )
}

/** A permission is named after the screen it opens. */
const titleOf = (id: PermissionId) =>
  menu
    .flatMap(({ screens }) => screens)
    .find(({ access }) => typeof access !== 'string' && access.includes(id))?.title

function permissionsOf(grants: readonly Grant[]): RolePermission[] {
  const pairs = grants.map(grant => grant.split(':') as [PermissionId, RolePermission['actionList'][number]])
  return unionOf(pairs.map(([permissionId, action]) => ({ permissionId, actionList: [action] })))
}
