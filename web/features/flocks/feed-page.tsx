import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type FeedEntry, feedBook } from '#shared/contracts/feed-book.ts'
import { dateOf } from '#shared/dates.ts'
import { feedKindNames } from '#shared/feed-book.ts'
import { sayMoney } from '#shared/money.ts'
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
import { BalanceCard } from './balance-card.tsx'
import { HousePick } from './house-pick.tsx'
import { useEntryRemoval } from './use-entry-removal.ts'
import { useHouseFilter } from './use-house-filter.ts'

const FeedForm = later(() => import('./feed-form.tsx').then(file => file.FeedForm))

/** Filters in the address. */
const FILTERS = ['search', 'kind', 'houseId', 'officeId']

/** `/chicken-batch?part=feed`: feed delivered, stock taken and feed taken away; of one house (`houseId=`) its stock as well. */
export function FeedPage() {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const { language } = useReader()
  const list = useList(feedBook.list, FILTERS)
  const { row: editing, open: edit, close } = useEdited(list, feedBook, ({ mayChange }) => mayChange)
  const house = useHouseFilter(list.filters.houseId)
  return (
    <ListPage
      list={list}
      title={t($ => $.feed.title)}
      says={count => t($ => $.feed.says, { count })}
      searchHint={t($ => $.feed.searchHint)}
      views={
        <Button
          icon={<ArrowLeft size={15} aria-hidden />}
          onClick={() => setSearch({ part: undefined, id: undefined, houseId: undefined }, { push: true })}
        >
          {t($ => $.allFlocks)}
        </Button>
      }
      above={
        <>
          <HousePick value={list.filters.houseId} change={houseId => list.setFilter({ houseId })} />
          {list.filters.houseId && <BalanceCard houseId={list.filters.houseId} />}
        </>
      }
      chips={{
        name: 'kind',
        label: t($ => $.kind),
        options: Object.entries(feedKindNames).map(([value, name]) => ({ value, label: name[language] })),
      }}
      filters={[house, ...useCustomerFilter()]}
      columns={useColumns()}
      excel={feedBook}
      create={{ label: t($ => $.feed.new), endpoint: feedBook.create, run: () => edit('new') }}
      actions={entry => <Actions entry={entry} edit={() => edit(entry)} />}
      empty={{
        title: t($ => $.feed.emptyTitle),
        says: t($ => $.feed.emptySays),
        readOnly: t($ => $.feed.emptyReadOnly),
      }}
    >
      {editing && (
        <FeedForm entry={editing === 'new' ? null : editing} houseId={list.filters.houseId} close={close} />
      )}
    </ListPage>
  )
}

function Actions({ entry, edit }: { entry: FeedEntry; edit: () => void }) {
  const { t } = useTranslation('flocks')
  const { language } = useReader()
  const ask = useEntryRemoval()
  const { id, houseName, day, mayChange } = entry
  const name = `${houseName} ${dateOf(day, language)}`
  const remove = () =>
    ask({
      name,
      says: t($ => $.feed.removeSays),
      run: isKnownShort =>
        call(feedBook.remove, { params: { id }, ...(isKnownShort && { query: { isKnownShort: '1' } }) }),
    })
  return (
    <RowActions
      name={name}
      actions={[
        { key: 'edit', label: t($ => $.edit), endpoint: feedBook.update, isOpen: mayChange, onClick: edit },
        {
          key: 'remove',
          label: t($ => $.remove),
          endpoint: feedBook.remove,
          isOpen: mayChange,
          isRare: true,
          onClick: remove,
        },
      ]}
    />
  )
}

function useColumns(): Column<FeedEntry>[] {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const { language } = reader
  return [
    {
      key: 'houseName',
      title: t($ => $.house),
      sort: 'houseName',
      render: ({ houseName }) => houseName,
    },
    { key: 'customer', title: t($ => $.customer), isOthers: true, render: ({ customer }) => customer },
    {
      key: 'day',
      title: t($ => $.feed.day),
      sort: 'day',
      card: 'line',
      render: ({ day }) => <span className="num">{dateOf(day, language)}</span>,
    },
    {
      key: 'kind',
      title: t($ => $.kind),
      sort: 'kind',
      card: 'line',
      render: ({ kind }) => feedKindNames[kind][language],
    },
    { key: 'feed', title: t($ => $.feed.feed), card: 'note', render: ({ feed }) => feed || null },
    {
      key: 'amountKg',
      title: t($ => $.feed.amountKg),
      atEnd: true,
      card: 'state',
      render: ({ amountKg }) => <span className="num">{enteredWithUnit(amountKg, 'kg', reader)}</span>,
    },
    { key: 'supplier', title: t($ => $.feed.supplier), render: ({ supplier }) => supplier || '—' },
    { key: 'noteNumber', title: t($ => $.feed.noteNumber), render: ({ noteNumber }) => noteNumber || '—' },
    { key: 'batch', title: t($ => $.batch), isExtra: true, render: ({ batch }) => batch || '—' },
    {
      key: 'tonnePrice',
      title: t($ => $.feed.tonnePrice),
      atEnd: true,
      render: ({ tonnePrice, currency }) => (
        <span className="num">
          {tonnePrice !== null && currency !== null
            ? sayMoney({ amount: tonnePrice, currency }, language)
            : '—'}
        </span>
      ),
    },
    { key: 'by', title: t($ => $.feed.by), isExtra: true, render: ({ by }) => by },
    { key: 'note', title: t($ => $.fields.note), isExtra: true, render: ({ note }) => note },
  ]
}
