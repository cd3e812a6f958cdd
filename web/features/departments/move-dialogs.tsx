import { useQuery } from '@tanstack/react-query'
import { TreeSelect } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { departments, type OfficeNode, type Place } from '#shared/contracts/departments.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { useTellNames } from '#web/components/form/form-names.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { type Branch, branchesOf } from './office-tree.ts'

interface Props {
  node: OfficeNode
  close: () => void
}

const useNameOf = () => {
  const language = usePreferences(({ language }) => language)
  return ({ chineseName, englishName }: Place) =>
    language === 'zh-CN' ? chineseName || englishName : englishName || chineseName
}

/** Moves a department with everything below it under another node. */
export function MoveDialog({ node, close }: Props) {
  const { t } = useTranslation('departments')
  const name = useNameOf()(node)
  return (
    <FormDialog<{ parentId: string }>
      title={t($ => $.moveTitle, { name })}
      initial={{ parentId: node.parentId ?? '' }}
      version={node.version}
      save={({ parentId }, version) =>
        call(departments.move, { params: { id: node.id }, body: { parentId, version } })
      }
      success={t($ => $.moved)}
      labels={{ parentId: t($ => $.fields.parentId) }}
      doing={t($ => $.move)}
      close={close}
    >
      <p className="caption">{t($ => $.moveSays, { count: node.peopleBelow })}</p>
      <FormField name="parentId" label={t($ => $.fields.parentId)}>
        <PlaceSelect node={node} />
      </FormField>
    </FormDialog>
  )
}

/** Asks where a department's content goes when it is deleted. */
export function RemoveDialog({ node, close }: Props) {
  const { t } = useTranslation('departments')
  const name = useNameOf()(node)
  const { setSearch } = useScreen()
  const what = [
    node.people > 0 && t($ => $.people, { count: node.people }),
    node.departments > 0 && t($ => $.departments, { count: node.departments }),
  ].filter(part => part !== false)
  return (
    <FormDialog<{ targetId?: string }>
      title={t($ => $.removeTitle, { name })}
      initial={{ targetId: node.parentId ?? '' }}
      version={node.version}
      save={async ({ targetId = node.parentId ?? '' }, version) => {
        await call(departments.remove, { params: { id: node.id }, body: { targetId, version } })
        setSearch({ node: targetId })
      }}
      success={t($ => $.removed)}
      doing={t($ => $.remove)}
      close={close}
    >
      <p className="caption">
        {what.length === 0
          ? t($ => $.removeEmpty)
          : t($ => $.removeSays, { what: what.join(t($ => $.and)), count: node.people + node.departments })}
      </p>
      <FormField name="targetId" label={t($ => $.fields.targetId)}>
        <PlaceSelect node={node} />
      </FormField>
      <p className="caption">{t($ => $.removeFarm)}</p>
    </FormDialog>
  )
}

interface PlaceProps {
  node: OfficeNode
  id?: string
  value?: string
  onChange?: (id: string) => void
}

/** A node of the same organisation, outside the branch itself. */
function PlaceSelect({ node, value, ...field }: PlaceProps) {
  const { t } = useTranslation('departments')
  const nameOf = useNameOf()
  const { data } = useQuery({
    queryKey: [departments.places.path, node.id],
    queryFn: () => call(departments.places, { params: { id: node.id } }),
  })
  const places = data ?? []
  const ids = places.map(({ id }) => id)
  // All branches are open until closed, also those loaded later.
  const [closed, setClosed] = useState<readonly string[]>([])
  const dataOf = ({ node, children }: Branch<Place>): object => ({
    value: node.id,
    title: nameOf(node),
    children: children.map(dataOf),
  })
  useTellNames(
    useMemo(() => (data ?? []).map(place => ({ value: place.id, label: nameOf(place) })), [data, nameOf]),
  )
  return (
    <TreeSelect
      {...field}
      // Without its name it would show as its id.
      {...(data && value !== undefined && { value })}
      loading={data === undefined}
      treeData={branchesOf(places).map(dataOf)}
      treeExpandedKeys={ids.filter(id => !closed.includes(id))}
      onTreeExpand={keys => setClosed(ids.filter(id => !keys.includes(id)))}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder={t($ => $.fields.parentId)}
    />
  )
}
