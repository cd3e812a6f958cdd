import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { departments, type OfficeNode } from '#shared/contracts/departments.ts'
import type { Input as InputOf } from '#shared/endpoint.ts'
import { bothNames } from '#shared/text.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

type Values = Omit<InputOf<typeof departments.update>['body'], 'version'>

interface Props {
  /** The parent of a new department. */
  parent: OfficeNode | null
  node: OfficeNode | null
  close: () => void
}

/** Creates a department, or changes one or the user's own organisation. */
export function DepartmentForm({ parent, node, close }: Props) {
  const { t } = useTranslation('departments')
  const language = usePreferences(({ language }) => language)
  const names = ['chineseName', 'englishName', 'headId', 'timeZone', 'placementDay'] as const
  const initial = node ?? (parent ? { timeZone: parent.timeZone } : {})
  return (
    <FormDialog<Values>
      title={
        node ? t($ => $.editTitle) : t($ => $.newTitle, { parent: parent && bothNames(parent)[language] })
      }
      initial={initial}
      {...(node ? { version: node.version } : {})}
      save={async ({ chineseName, englishName, ...rest }, version) => {
        const values = { ...rest, chineseName: chineseName ?? '', englishName: englishName ?? '' }
        if (node)
          await call(departments.update, {
            params: { id: node.id },
            body: { ...values, headId: values.headId ?? null, version },
          })
        else if (parent) await call(departments.create, { body: { ...values, parentId: parent.id } })
      }}
      namesOf={({ headId, headName }: OfficeNode) =>
        headId ? [{ value: headId, label: headName ?? headId }] : []
      }
      success={node ? t($ => $.changed) : t($ => $.created)}
      labels={Object.fromEntries(names.map(name => [name, t($ => $.fields[name])]))}
      close={close}
    >
      <Fields node={node} />
    </FormDialog>
  )
}

function Fields({ node }: { node: OfficeNode | null }) {
  const { t } = useTranslation('departments')
  const { t: word } = useTranslation('components')
  const required = [{ required: true, message: word($ => $.required) }]
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map(zone => ({ value: zone, label: zone })),
    [],
  )
  return (
    <>
      <FormField name="chineseName" label={t($ => $.fields.chineseName)} extra={t($ => $.hints.names)}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="englishName" label={t($ => $.fields.englishName)}>
        <Input maxLength={100} />
      </FormField>
      {node && <Head node={node} />}
      <FormField name="timeZone" label={t($ => $.fields.timeZone)} rules={required}>
        <ChoiceSelect showSearch options={zones} />
      </FormField>
      {node && node.kind !== 'department' && (
        <FormField
          name="placementDay"
          label={t($ => $.fields.placementDay)}
          extra={t($ => $.hints.placementDay)}
        >
          <ChoiceSelect
            options={[
              { value: 0 as never, label: t($ => $.placementDays.zero) },
              { value: 1 as never, label: t($ => $.placementDays.one) },
            ]}
          />
        </FormField>
      )}
    </>
  )
}

/** The head: a user of the node or below it. */
function Head({ node }: { node: OfficeNode }) {
  const { t } = useTranslation('departments')
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data, isFetching } = useQuery({
    queryKey: [departments.people.path, node.id, 'below', search],
    queryFn: () => call(departments.people, { params: { id: node.id }, query: { search, below: 'true' } }),
    placeholderData: keepPreviousData,
  })
  const options = useMemo(
    () =>
      (data ?? []).map(({ id, actualName, username }) => ({
        value: id,
        label: `${actualName} · ${username}`,
      })),
    [data],
  )
  return (
    <FormField name="headId" label={t($ => $.fields.headId)} extra={t($ => $.hints.headId)}>
      <RemoteSelect
        allowClear
        source={{ options, loading: isFetching, search: setText }}
        also={node.headId ? [{ value: node.headId, label: node.headName ?? node.headId }] : []}
      />
    </FormField>
  )
}
