import { Button } from 'antd'
import { BookOpen, ChartSpline, type LucideIcon, SprayCan, Syringe, Wheat } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { feedBook } from '#shared/contracts/feed-book.ts'
import { type Flock, flocks } from '#shared/contracts/flocks.ts'
import { healthProgrammes } from '#shared/contracts/health-programmes.ts'
import { hygiene } from '#shared/contracts/hygiene.ts'
import { dateOf } from '#shared/dates.ts'
import { lackingWord } from '#shared/flock-figures/course-measures.ts'
import { breedOf } from '#shared/flock-figures/standard.ts'
import { silentFor } from '#shared/flock-silence.ts'
import { flockStateNames } from '#shared/flocks.ts'
import { houseTypeNames } from '#shared/signals.ts'
import { standardOf } from '#shared/standards/standards.ts'
import { dateIn } from '#shared/zone-time.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { DELETED } from '#web/components/list/deleted.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { MenuButton } from '#web/components/menu-button.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { type State, StateWord } from '#web/components/state-mark.tsx'
import { CallError } from '#web/data/client.ts'
import { useWaiting } from '#web/data/offline/waiting.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { DeletedFlockActions, FlockActions } from './flock-actions.tsx'
import { MedicineRegisterButton } from './medicine-register-button.tsx'

const ClosePage = later(() => import('./close-page.tsx').then(file => file.ClosePage))
const FeedPage = later(() => import('./feed-page.tsx').then(file => file.FeedPage))
const HygienePage = later(() => import('./hygiene-page.tsx').then(file => file.HygienePage))
const FlockForm = later(() => import('./flock-form.tsx').then(file => file.FlockForm))
const FlockDetail = later(() => import('./flock-detail.tsx').then(file => file.FlockDetail))
const RecordPage = later(() => import('./record-page.tsx').then(file => file.RecordPage))
const ProgrammesPage = later(() => import('./programmes-page.tsx').then(file => file.ProgrammesPage))
const SeenFlocks = later(() => import('./seen-flocks.tsx').then(file => file.SeenFlocks))
const StandardsPage = later(() => import('./standards-page.tsx').then(file => file.StandardsPage))
const WaitingRecords = later(() => import('./waiting-records.tsx').then(file => file.WaitingRecords))

/** Filters in the address. */
const FILTERS = ['search', 'state', 'type', 'officeId', DELETED]
/** Columns that still mean something for a deleted flock. */
const KEPT = ['houseName', 'customer', 'number', 'breed', 'placedOn']

/**
 * `/chicken-batch`: the flocks of all houses; one in depth (`?id=`), its close (`&part=close`), the form for a day of it
 * (`?record=`), the standards (`?standards=`), and by `?part=` the health programmes, the feed book and hygiene records.
 */
export function FlocksPage() {
  const { search } = useScreen()
  if (search.part === 'programmes') return <ProgrammesPage />
  if (search.part === 'feed') return <FeedPage />
  if (search.part === 'hygiene') return <HygienePage />
  if (search.part === 'close' && search.id) return <ClosePage id={search.id} />
  if (search.record)
    return <RecordPage key={`${search.record} ${search.day}`} id={search.record} day={search.day} />
  if (search.standards) return <StandardsPage />
  return search.id ? <FlockDetail id={search.id} /> : <FlockList />
}
FlocksPage.readAhead = listReadAhead(flocks.list, FILTERS)

const marks: Record<Flock['state'], State> = { planned: 'pending', running: 'normal', closed: 'disabled' }

function FlockList() {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const language = usePreferences(({ language }) => language)
  const mayRead = useMayCall(flocks.get)
  const books = useBooks()
  const list = useList(flocks.list, FILTERS, { counts: flocks.counts })
  const columns = useFlockColumns()
  const customer = useCustomerFilter()
  const doesAnyWait = useWaiting(({ records }) => records.length > 0)
  const isUnanswered = list.error instanceof CallError && list.error.status === 0 && list.readAt === 0
  const waiting = doesAnyWait && <WaitingRecords />
  if (isUnanswered)
    return (
      <div className="page record-page">
        <h1>{t($ => $.title)}</h1>
        {waiting}
        <SeenFlocks error={list.error} retry={list.refetch} />
      </div>
    )
  return (
    <ListPage
      list={list}
      above={waiting}
      title={t($ => $.title)}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={{
        name: 'state',
        label: t($ => $.state),
        options: Object.entries(flockStateNames).map(([value, name]) => ({ value, label: name[language] })),
      }}
      filters={[
        {
          name: 'type',
          label: t($ => $.type),
          options: Object.entries(houseTypeNames).map(([value, name]) => ({ value, label: name[language] })),
        },
        ...customer,
      ]}
      columns={columns}
      views={
        <>
          <MenuButton
            button={<Button icon={<BookOpen size={15} aria-hidden />}>{t($ => $.books)}</Button>}
            menu={{ items: books }}
          />
          <MedicineRegisterButton place={{ officeId: list.filters.officeId }} />
        </>
      }
      excel={flocks}
      create={{
        label: t($ => $.new),
        endpoint: flocks.create,
        dialog: close => <FlockForm flock={null} close={close} />,
      }}
      lead={mayRead ? id => setSearch({ id }, { push: true }) : null}
      actions={flock => <FlockActions flock={flock} />}
      deleted={{
        restore: flocks.restore,
        kept: KEPT,
        actions: flock => <DeletedFlockActions flock={flock} />,
      }}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays), readOnly: t($ => $.emptyReadOnly) }}
    />
  )
}

/** What is kept beside the flocks, for those who may see it. */
function useBooks() {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const mayPlan = useMayCall(healthProgrammes.list)
  const mayFeed = useMayCall(feedBook.list)
  const mayClean = useMayCall(hygiene.list)
  const part = (key: string, label: string, Icon: LucideIcon) => ({
    key,
    label,
    icon: <Icon size={15} aria-hidden />,
    onClick: () => setSearch({ part: key }, { push: true }),
  })
  return [
    ...(mayFeed
      ? [
          part(
            'feed',
            t($ => $.feed.open),
            Wheat,
          ),
        ]
      : []),
    ...(mayClean
      ? [
          part(
            'hygiene',
            t($ => $.hygiene.open),
            SprayCan,
          ),
        ]
      : []),
    ...(mayPlan
      ? [
          part(
            'programmes',
            t($ => $.programmes.open),
            Syringe,
          ),
        ]
      : []),
    {
      key: 'standards',
      label: t($ => $.standards),
      icon: <ChartSpline size={15} aria-hidden />,
      onClick: () => setSearch({ standards: '1' }, { push: true }),
    },
  ]
}

function useFlockColumns(): Column<Flock>[] {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const number = (value: number | null, decimals = 0) =>
    value === null
      ? '—'
      : value.toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  const day = (value: string | null) => (value === null ? '—' : dateOf(value, language))
  return [
    { key: 'houseName', title: t($ => $.house), sort: 'houseName', render: ({ houseName }) => houseName },
    { key: 'customer', title: t($ => $.customer), isOthers: true, render: ({ customer }) => customer },
    {
      key: 'state',
      title: t($ => $.state),
      sort: 'state',
      card: 'state',
      render: ({ state }) => <StateWord state={marks[state]}>{flockStateNames[state][language]}</StateWord>,
    },
    {
      key: 'number',
      title: t($ => $.number),
      sort: 'number',
      render: ({ number }) => <span className="num">{number}</span>,
    },
    {
      key: 'breed',
      title: t($ => $.breed),
      card: 'line',
      render: ({ breed, standardName }) => standardName ?? breedName(breed),
    },
    {
      key: 'age',
      title: t($ => $.age),
      card: 'line',
      render: ({ dayAge }) => (dayAge === null ? '—' : t($ => $.day, { day: dayAge })),
    },
    {
      key: 'alive',
      title: t($ => $.alive),
      atEnd: true,
      card: 'line',
      render: ({ alive }) => (alive === null ? '—' : t($ => $.birds, { count: alive })),
    },
    {
      key: 'livability',
      title: t($ => $.livability),
      atEnd: true,
      render: ({ livability, livabilityLacks: why }) =>
        why === null ? number(livability, 2) : <small>{lackingWord(why, language)}</small>,
    },
    { key: 'rate', title: t($ => $.rate), atEnd: true, render: ({ rate }) => number(rate, 1) },
    {
      key: 'placedOn',
      title: t($ => $.placedOn),
      sort: 'placedOn',
      isExtra: true,
      render: ({ placedOn }) => day(placedOn),
    },
    {
      key: 'lastRecordOn',
      title: t($ => $.lastRecord),
      card: 'note',
      render: flock => <LastRecord flock={flock} />,
    },
    { key: 'endedOn', title: t($ => $.endedOn), isExtra: true, render: ({ endedOn }) => day(endedOn) },
  ]
}

/** The name of a breed with a standard; any other as written. */
function breedName(name: string | null): string {
  const breed = breedOf(name)
  return breed ? standardOf(breed).name : (name ?? '—')
}

/** The last recorded day; of a flock in its house with how long nothing has been recorded, where that is long. */
function LastRecord({ flock }: { flock: Flock }) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const { lastRecordOn, state, timeZone } = flock
  const silent = state === 'running' ? silentFor(flock, dateIn(timeZone, new Date())) : null
  const says = lastRecordOn === null ? t($ => $.noRecord) : dateOf(lastRecordOn, language)
  if (silent === null) return says
  return (
    <>
      {says} <StateWord state="watch">{t($ => $.silentSays, { count: silent })}</StateWord>
    </>
  )
}
