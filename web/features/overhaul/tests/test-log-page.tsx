import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { ArrowLeft, FileText, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoggedTest, testLogContract } from '#shared/contracts/test-log.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { logFaults, testKinds } from '#shared/test-log.ts'
import { factsSay } from '#shared/test-words.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { useExport } from '#web/components/excel/use-export.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useList } from '#web/components/list/use-list.ts'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { SafetyNote } from '#web/components/safety-note.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import type { State } from '#web/components/state-mark.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { HouseMoment, useZone } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall, useSession } from '#web/data/session.ts'
import { correctionFields, kindFields } from './test-log-fields.ts'
import './tests.css'

/** Filters in the address. */
const FILTERS = ['kind', 'officeId', 'houseId']

/** `?log=tests` of the overhaul screens: the signed log of tests, newest first. */
export function TestLogPage() {
  const { t } = useTranslation('overhaul')
  const reader = useReader()
  const { language } = reader
  const list = useList(testLogContract.list, FILTERS)
  const customers = useCustomerFilter()
  const { filter } = useFields(kindFields)
  const { setSearch } = useScreen()
  const columns: Column<LoggedTest>[] = [
    {
      key: 'test',
      title: t($ => $.test.test),
      width: 300,
      render: ({ facts, number, house, customer }) => (
        <span className="overhaul-cell">
          <span>
            <span className="num">{number}</span> · {testKinds[facts.kind][language]}
          </span>
          <small>{[customer, house?.name ?? t($ => $.test.allHouses)].filter(Boolean).join(' · ')}</small>
        </span>
      ),
    },
    {
      key: 'result',
      title: t($ => $.log.result),
      card: 'state',
      render: ({ isPassed }) => <Result isPassed={isPassed} />,
    },
    {
      key: 'facts',
      title: t($ => $.test.seen),
      card: 'note',
      render: entry => (
        <span className="test-log-facts">
          {factsSay(entry, reader).map(said => (
            <span key={said}>{said}</span>
          ))}
          {entry.people[0]?.words && <q>{entry.people[0].words}</q>}
          {entry.correctedBy !== null && (
            <span className="test-fault">{t($ => $.test.correctedBy, { number: entry.correctedBy })}</span>
          )}
        </span>
      ),
    },
    { key: 'by', title: t($ => $.test.by), card: 'line', render: ({ people }) => people[0]?.name ?? '—' },
    {
      key: 'at',
      title: t($ => $.test.at),
      atEnd: true,
      card: 'note',
      render: ({ at, timeZone }) => <HouseMoment at={at} timeZone={timeZone} />,
    },
  ]
  return (
    <ListPage
      list={list}
      title={t($ => $.test.logTitle)}
      says={count => t($ => $.test.logSays, { count })}
      filters={[filter('kind'), ...customers]}
      above={<LogVerdict officeId={list.filters.officeId} />}
      views={
        <>
          <Button
            icon={<ArrowLeft size={16} aria-hidden />}
            onClick={() => setSearch({ log: undefined, kind: undefined }, { push: true })}
          >
            {t($ => $.test.back)}
          </Button>
          <PrintButton filters={list.filters} />
        </>
      }
      columns={columns}
      actions={entry => <Actions entry={entry} />}
      empty={{ title: t($ => $.test.logEmptyTitle), says: t($ => $.test.logEmptySays) }}
    >
      <SafetyNote />
    </ListPage>
  )
}

const markOf = (isPassed: boolean | null): State =>
  isPassed === null ? 'pending' : isPassed ? 'normal' : 'alarm'

function Result({ isPassed }: { isPassed: boolean | null }) {
  const { t } = useTranslation('overhaul')
  const says =
    isPassed === null ? t($ => $.test.correction) : isPassed ? t($ => $.test.passed) : t($ => $.test.failed)
  return (
    <>
      <StateMark state={markOf(isPassed)} /> {says}
    </>
  )
}

/** Whether the log of the farm, or of the chosen customer, holds. */
function LogVerdict({ officeId }: { officeId: string | undefined }) {
  const { t } = useTranslation('overhaul')
  const { language } = useReader()
  const isOwn = useSession(({ user }) => user?.kind === CUSTOMER)
  // Each customer has a log of its own.
  const isOne = isOwn || officeId !== undefined
  const { data } = useQuery({
    queryKey: [testLogContract.verify.path, officeId],
    queryFn: () => call(testLogContract.verify, { query: { officeId } }),
    enabled: isOne,
    retry: false,
  })
  if (!isOne) return <p className="caption">{t($ => $.test.chooseCustomer)}</p>
  if (!data || (data.entries === 0 && !data.fault)) return null
  const { fault, entries } = data
  const Icon = fault ? ShieldAlert : ShieldCheck
  return (
    <p className="test-log-verdict" data-broken={fault ? '' : undefined} role={fault ? 'alert' : undefined}>
      <Icon size={18} aria-hidden />
      {fault
        ? t($ => $.test.broken, { number: fault.number, what: logFaults[fault.what][language] })
        : t($ => $.test.holds, { count: entries })}
    </p>
  )
}

/** How many days up to today a paper covers. */
const SPANS = [30, 90, 365]

function PrintButton({ filters }: { filters: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('overhaul')
  const today = dateIn(useZone(), new Date())
  const { busy, start } = useExport(testLogContract.printTests)
  if (!useMayCall(testLogContract.printTests)) return null
  const { kind, officeId, houseId } = filters
  const print = (days: number) =>
    void start({
      body: {
        kind,
        officeId,
        houseId,
        firstDay: daysAfter(today, 1 - days),
        lastDay: today,
        origin: location.origin,
      },
    })
  const items = SPANS.map(count => ({
    key: String(count),
    label: t($ => $.log.lastDays, { count }),
    onClick: () => print(count),
  }))
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button icon={<FileText size={16} aria-hidden />} loading={busy}>
        {t($ => $.test.print)}
      </Button>
    </Dropdown>
  )
}

function Actions({ entry }: { entry: LoggedTest }) {
  const { t } = useTranslation('overhaul')
  const show = useShowDialog()
  const { code, number, facts } = entry
  const verify = () => void window.open(hrefOf(paths.testRecord, { code }), '_blank', 'noopener')
  return (
    <RowActions
      name={String(number)}
      actions={[
        { key: 'verify', label: t($ => $.test.verify), endpoint: testLogContract.verified, onClick: verify },
        {
          key: 'correct',
          label: t($ => $.test.correct),
          endpoint: testLogContract.correct,
          isOpen: facts.kind !== 'correction',
          isRare: true,
          onClick: () => show(close => <CorrectionForm entry={entry} close={close} />),
        },
      ]}
    />
  )
}

function CorrectionForm({ entry: { code, number }, close }: { entry: LoggedTest; close: () => void }) {
  const { t } = useTranslation('overhaul')
  return (
    <FormDialog<{ note: string }>
      title={t($ => $.test.correctTitle, { number })}
      initial={{ note: '' }}
      save={body => call(testLogContract.correct, { params: { id: code }, body })}
      success={t($ => $.test.corrected)}
      doing={t($ => $.test.correct)}
      close={close}
    >
      <p className="test-says">{t($ => $.test.correctSays)}</p>
      <FieldInputs fields={correctionFields} />
    </FormDialog>
  )
}
