import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  agentCategories,
  agentMaterials,
  type Material,
  materialColumns,
  materialFields,
} from '#shared/contracts/agent-materials.ts'
import { paths } from '#shared/screens.ts'
import { bothNames } from '#shared/text.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { markOfRelease, RecordActions } from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

const RecordForm = later(() =>
  import('#web/components/records/record-form.tsx').then(file => file.RecordForm<Material>),
)
const MaterialPanel = later(() => import('./material-panel.tsx').then(file => file.MaterialPanel))

/** Filters in the address. */
const FILTERS = ['search', 'status', 'categoryId']

function useCategories() {
  const { data = [] } = useQuery({
    queryKey: [agentCategories.options.path],
    queryFn: () => call(agentCategories.options),
  })
  return data.map(({ id, name }) => ({ value: id, label: name }))
}

/** Materials for agents: versioned files, sorted, released and withdrawn, with their readers. */
export function MaterialsList({ views }: { views: ReactNode }) {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  const { column, stateColumn, filter } = useFields(materialColumns)
  const list = useList(agentMaterials.list, FILTERS, { counts: agentMaterials.counts })
  const { row: editing, open: edit, close } = useEdited(list, agentMaterials)
  const opened = useOpened(list)
  const categories = useCategories()
  const mayRead = useMayCall(agentMaterials.readers)
  const columns: Column<Material>[] = [
    {
      key: 'name',
      title: t($ => $.material.name),
      sort: 'name',
      render: ({ chineseName, englishName }) => <BothNames chinese={chineseName} english={englishName} />,
    },
    stateColumn('status', markOfRelease),
    {
      key: 'category',
      title: t($ => $.material.category),
      card: 'line',
      render: ({ categoryId }) => categories.find(({ value }) => value === categoryId)?.label ?? '—',
    },
    column('edition', { card: 'line' }),
    column('files', { isUnsorted: true }),
    column('readers'),
    column('updatedAt'),
    column('createdAt', { isExtra: true }),
  ]
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={count => t($ => $.material.says, { count })}
      searchHint={t($ => $.material.searchHint)}
      views={views}
      chips={filter('status', markOfRelease)}
      filters={[{ name: 'categoryId', label: t($ => $.material.category), options: categories }]}
      columns={columns}
      related={[paths.agentCategories]}
      create={{ label: t($ => $.material.new), endpoint: agentMaterials.create, run: () => edit('new') }}
      actions={row => (
        <RecordActions
          contract={agentMaterials}
          row={row}
          name={bothNames(row)[language]}
          edit={() => edit(row)}
          publishing={{
            contract: agentMaterials,
            status: row.status,
            withdrawSays: t($ => $.material.withdrawSays),
          }}
          removeSays={row.status === 'released' ? null : t($ => $.material.removeSays)}
        />
      )}
      empty={{ title: t($ => $.material.emptyTitle), says: t($ => $.material.emptySays) }}
      {...(mayRead && {
        detail: {
          opened,
          show: id => {
            const row = list.rows.find(each => each.id === id)
            return row ? <MaterialPanel key={id} material={row} opened={opened} /> : null
          },
        },
      })}
    >
      {editing && (
        <RecordForm
          contract={agentMaterials}
          fields={materialFields}
          row={editing}
          initial={{ categoryId: null }}
          title={editing === 'new' ? t($ => $.material.new) : bothNames(editing)[language]}
          close={close}
        >
          <FormField name="categoryId" label={t($ => $.material.category)}>
            <ChoiceSelect options={categories} allowClear />
          </FormField>
          <FieldInputs fields={materialFields} />
        </RecordForm>
      )}
    </ListPage>
  )
}
