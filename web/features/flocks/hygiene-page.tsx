import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type HygieneEntry, hygiene } from '#shared/contracts/hygiene.ts'
import { dateOf } from '#shared/dates.ts'
import { carcassWayNames, hygieneKindNames, hygienePlaceNames } from '#shared/hygiene.ts'
import { enteredWithUnit } from '#shared/units.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useEdited } from '#web/components/list/use-edited.ts'
import { useList } from '#web/components/list/use-list.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { MedicineRegisterButton } from './medicine-register-button.tsx'
import { useEntryRemoval } from './use-entry-removal.ts'
import { useHouseFilter } from './use-house-filter.ts'

const HygieneForm = later(() => import('./hygiene-form.tsx').then(file => file.HygieneForm))

/** Filters in the address. */
const FILTERS = ['search', 'kind', 'houseId', 'officeId']

/** `/chicken-batch?part=hygiene`: disinfection, manure and carcasses, as the breeding archive wants them. */
export function HygienePage() {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const { language } = useReader()
  const list = useList(hygiene.list, FILTERS)
  const { row: editing, open: edit, close } = useEdited(list, hygiene, ({ mayChange }) => mayChange)
  const house = useHouseFilter(list.filters.houseId)
  return (
    <ListPage
      list={list}
      title={t($ => $.hygiene.title)}
      says={count => t($ => $.hygiene.says, { count })}
      searchHint={t($ => $.hygiene.searchHint)}
      views={
        <>
          <Button
            icon={<ArrowLeft size={15} aria-hidden />}
            onClick={() => setSearch({ part: undefined, id: undefined, houseId: undefined }, { push: true })}
          >
            {t($ => $.allFlocks)}
          </Button>
          <MedicineRegisterButton place={{ officeId: list.filters.officeId }} />
        </>
      }
      chips={{
        name: 'kind',
        label: t($ => $.kind),
        options: Object.entries(hygieneKindNames).map(([value, name]) => ({ value, label: name[language] })),
      }}
      filters={[house, ...useCustomerFilter()]}
      columns={useColumns()}
      excel={hygiene}
      create={{ label: t($ => $.hygiene.new), endpoint: hygiene.create, run: () => edit('new') }}
      actions={entry => <Actions entry={entry} edit={() => edit(entry)} />}
      empty={{
        title: t($ => $.hygiene.emptyTitle),
        says: t($ => $.hygiene.emptySays),
        readOnly: t($ => $.hygiene.emptyReadOnly),
      }}
    >
      {editing && (
        <HygieneForm
          entry={editing === 'new' ? null : editing}
          earlier={list.rows}
          houseId={list.filters.houseId}
          close={close}
        />
      )}
    </ListPage>
  )
}

function Actions({ entry, edit }: { entry: HygieneEntry; edit: () => void }) {
  const { t } = useTranslation('flocks')
  const { language } = useReader()
  const ask = useEntryRemoval()
  const { id, houseName, day, mayChange } = entry
  const name = `${houseName} ${dateOf(day, language)}`
  const remove = () =>
    ask({
      name,
      says: t($ => $.hygiene.removeSays),
      run: () => call(hygiene.remove, { params: { id } }),
    })
  return (
    <RowActions
      name={name}
      actions={[
        { key: 'edit', label: t($ => $.edit), endpoint: hygiene.update, isOpen: mayChange, onClick: edit },
        {
          key: 'remove',
          label: t($ => $.remove),
          endpoint: hygiene.remove,
          isOpen: mayChange,
          isRare: true,
          onClick: remove,
        },
      ]}
    />
  )
}

function useColumns(): Column<HygieneEntry>[] {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const { language } = reader
  const says = (entry: HygieneEntry) =>
    [
      entry.agent,
      entry.dose,
      entry.place && hygienePlaceNames[entry.place][language],
      entry.carcasses !== null && t($ => $.birds, { count: entry.carcasses }),
      entry.amountKg !== null && enteredWithUnit(entry.amountKg, 'kg', reader),
      entry.way && carcassWayNames[entry.way][language],
    ]
      .filter(Boolean)
      .join(' · ')
  return [
    { key: 'houseName', title: t($ => $.house), sort: 'houseName', render: ({ houseName }) => houseName },
    { key: 'customer', title: t($ => $.customer), isOthers: true, render: ({ customer }) => customer },
    {
      key: 'day',
      title: t($ => $.hygiene.day),
      sort: 'day',
      card: 'line',
      render: ({ day }) => <span className="num">{dateOf(day, language)}</span>,
    },
    {
      key: 'kind',
      title: t($ => $.kind),
      sort: 'kind',
      card: 'line',
      render: ({ kind }) => hygieneKindNames[kind][language],
    },
    { key: 'what', title: t($ => $.hygiene.what), card: 'note', render: entry => says(entry) || '—' },
    {
      key: 'receiver',
      title: t($ => $.hygiene.who),
      render: ({ receiver, person }) => receiver || person || '—',
    },
    { key: 'note', title: t($ => $.fields.note), isExtra: true, render: ({ note }) => note },
    { key: 'by', title: t($ => $.feed.by), isExtra: true, render: ({ by }) => by },
  ]
}
