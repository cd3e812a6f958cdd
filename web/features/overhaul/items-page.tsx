import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  type OverhaulItem,
  overhaulItemColumns,
  overhaulItemFields,
  overhaulItemsContract,
} from '#shared/contracts/overhaul-items.ts'
import { paths } from '#shared/screens.ts'
import { bothNames } from '#shared/text.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { markOfRelease, RecordActions } from '#web/components/records/record-actions.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useCycle } from './use-cycle.ts'

const RecordForm = later(() =>
  import('#web/components/records/record-form.tsx').then(file => file.RecordForm<OverhaulItem>),
)

/** Filters in the address. */
const FILTERS = ['search', 'status', 'cycleKind']

/** `/deviceOverhaulDetailList`: the provider's maintenance items, and how often each is due. */
export function OverhaulItemsPage() {
  const { t } = useTranslation('overhaul')
  const language = usePreferences(({ language }) => language)
  const { column, stateColumn, filter } = useFields(overhaulItemColumns)
  const cycle = useCycle()
  const list = useList(overhaulItemsContract.list, FILTERS, { counts: overhaulItemsContract.counts })
  const { row: editing, open: edit, close } = useEdited(list, overhaulItemsContract)
  const nameOf = (item: OverhaulItem) => bothNames(item)[language]
  const columns: Column<OverhaulItem>[] = [
    {
      key: 'name',
      title: t($ => $.item),
      sort: 'name',
      render: ({ chineseName, englishName }) => <BothNames chinese={chineseName} english={englishName} />,
    },
    stateColumn('status', markOfRelease),
    {
      key: 'equipment',
      title: t($ => $.equipment),
      sort: 'equipment',
      card: 'line',
      render: ({ chineseEquipment, englishEquipment }) =>
        bothNames({ chineseName: chineseEquipment, englishName: englishEquipment })[language],
    },
    { key: 'cycle', title: t($ => $.cycle), sort: 'cycle', card: 'line', render: item => cycle(item) },
    column('parts', { isUnsorted: true, card: 'line' }),
    column('basis', { isUnsorted: true, isExtra: true }),
    column('plans'),
  ]
  return (
    <ListPage
      list={list}
      title={t($ => $.itemsTitle)}
      says={count => t($ => $.itemsSay, { count })}
      searchHint={t($ => $.itemsHint)}
      chips={filter('status', markOfRelease)}
      filters={[filter('cycleKind')]}
      related={[paths.overhauls, paths.overhaulPushes]}
      columns={columns}
      create={{ label: t($ => $.newItem), endpoint: overhaulItemsContract.create, run: () => edit('new') }}
      actions={item => (
        <RecordActions
          contract={overhaulItemsContract}
          row={item}
          name={nameOf(item)}
          edit={() => edit(item)}
          publishing={{
            contract: overhaulItemsContract,
            status: item.status,
            withdrawSays: t($ => $.withdrawSays, { count: item.plans }),
          }}
          removeSays={item.plans === 0 ? t($ => $.itemRemoveSays) : null}
        />
      )}
      empty={{ title: t($ => $.itemsEmptyTitle), says: t($ => $.itemsEmptySays) }}
    >
      {editing && (
        <RecordForm
          contract={overhaulItemsContract}
          fields={overhaulItemFields}
          row={editing}
          title={editing === 'new' ? t($ => $.newItem) : nameOf(editing)}
          initial={{ cycleKind: 'days', cycle: 30, parts: [], partsPer: 'machine' }}
          close={close}
        >
          <ItemFields />
        </RecordForm>
      )}
    </ListPage>
  )
}
const FIELDS = Object.keys(overhaulItemFields) as (keyof typeof overhaulItemFields)[]
const WITHOUT_MACHINE = FIELDS.filter(name => name !== 'machine')

/** The machine is asked for if its running hours count. */
function ItemFields() {
  const byHours = Form.useWatch('cycleKind') === 'runningHours'
  return <FieldInputs fields={overhaulItemFields} shown={byHours ? FIELDS : WITHOUT_MACHINE} />
}
OverhaulItemsPage.readAhead = listReadAhead(overhaulItemsContract.list, FILTERS)
