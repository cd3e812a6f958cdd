import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileSpreadsheet, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type FlockClose, flockAccounts } from '#shared/contracts/flock-accounts.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { reports } from '#shared/contracts/reports.ts'
import { dateOf } from '#shared/dates.ts'
import {
  birdsInDoubt,
  type CloseLacks,
  type ClosePart,
  closeLacksSay,
  closePartNames,
  closeParts,
  closeRows,
  closeUnit,
} from '#shared/flock-close.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useExport } from '#web/components/excel/use-export.ts'
import { amountText } from '#web/components/flocks/figure-of.ts'
import { later } from '#web/components/later.tsx'
import { ListDialogs, useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { numberText } from '#web/components/number-text.ts'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import './flock-detail.css'
import './close.css'

const AccountForm = later(() => import('./account-form.tsx').then(file => file.AccountForm))
const CloseForm = later(() => import('./close-form.tsx').then(file => file.CloseForm))

/** `/chicken-batch?id=…&part=close`: everything a flock is closed with, beside the flock before it in the house. */
export function ClosePage({ id }: { id: string }) {
  const { t } = useTranslation('flocks')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [flockAccounts.get.path, id],
    queryFn: () => call(flockAccounts.get, { params: { id } }),
  })
  if (isPending) return <PageSkeleton />
  if (!data)
    return (
      <div className="page">
        <h1 className="visually-hidden">{t($ => $.account.title)}</h1>
        <LoadProblem error={error} retry={() => void refetch()} />
      </div>
    )
  return (
    <ListDialogs>
      <Shown close={data} />
    </ListDialogs>
  )
}

function Shown({ close }: { close: FlockClose }) {
  return (
    <div className="page flock-page close-page">
      <Head close={close} />
      <Notes close={close} />
      <div className="close-parts">
        {closeParts.map(part => (
          <Part key={part} part={part} close={close} />
        ))}
      </div>
    </div>
  )
}

function Head({ close }: { close: FlockClose }) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const { language } = useReader()
  const show = useShowDialog()
  const report = useExport(reports.flock)
  const workbook = useExport(flockAccounts.closeWorkbook)
  const { flockId, houseName, number, until, isClosed } = close
  const { data: flock } = useQuery({
    queryKey: [flocks.get.path, flockId],
    queryFn: () => call(flocks.get, { params: { id: flockId } }),
  })
  return (
    <div className="list-head of-house">
      <div>
        <button
          type="button"
          className="flock-back"
          onClick={() => setSearch({ part: undefined }, { push: true })}
        >
          <ArrowLeft size={14} aria-hidden /> {t($ => $.backToFlock)}
        </button>
        <h1 className="flock-title">
          {t($ => $.account.titleOf, { house: houseName })} <small className="num">{number}</small>
        </h1>
        <p className="num">
          {isClosed
            ? t($ => $.endedDay, { day: dateOf(until, language) })
            : t($ => $.account.soFar, { day: dateOf(until, language) })}
        </p>
      </div>
      <div className="list-head-actions">
        <ActionButton
          endpoint={reports.flock}
          icon={<FileText size={15} aria-hidden />}
          loading={report.busy}
          onClick={() => void report.start({ body: { flockId } })}
        >
          {t($ => $.report)}
        </ActionButton>
        <ActionButton
          endpoint={flockAccounts.closeWorkbook}
          icon={<FileSpreadsheet size={15} aria-hidden />}
          loading={workbook.busy}
          onClick={() => void workbook.start({ body: { flockId } })}
        >
          {t($ => $.account.excel)}
        </ActionButton>
        {flock?.state === 'running' && (
          <ActionButton
            endpoint={flocks.close}
            onClick={() => show(done => <CloseForm flock={flock} close={done} />)}
          >
            {t($ => $.close)}
          </ActionButton>
        )}
        <ActionButton
          type="primary"
          endpoint={flockAccounts.update}
          onClick={() => show(done => <AccountForm of={close} close={done} />)}
        >
          {t($ => $.account.enter)}
        </ActionButton>
      </div>
    </div>
  )
}

/** What the figures rest on: medicine, stock taken, birds that nobody accounts for. */
function Notes({ close }: { close: FlockClose }) {
  const { t } = useTranslation('flocks')
  const { language } = useReader()
  const { withdrawal, treatments, feedCountedOn, figures, account } = close
  const day = (value: string) => dateOf(value, language)
  const missed = birdsInDoubt(figures)
  const isBlocked = withdrawal.meat !== null || withdrawal.eggs !== null
  return (
    <ul className="card close-notes">
      <li>
        <StateMark state={isBlocked ? 'alarm' : 'normal'} />{' '}
        {withdrawal.meat !== null
          ? t($ => $.account.meatUntil, { day: day(withdrawal.meat) })
          : withdrawal.eggs !== null
            ? t($ => $.account.eggsUntil, { day: day(withdrawal.eggs) })
            : t($ => $.account.clear, { count: treatments })}
      </li>
      {figures.values.feedUsed !== null && (
        <li>
          <StateMark state={feedCountedOn ? 'normal' : 'pending'} />{' '}
          {feedCountedOn
            ? t($ => $.account.counted, { day: day(feedCountedOn) })
            : t($ => $.account.notCounted)}
        </li>
      )}
      {missed !== null && (
        <li>
          <StateMark state="watch" />{' '}
          {missed > 0
            ? t($ => $.account.missed, { count: missed })
            : t($ => $.account.tooMany, { count: -missed })}
        </li>
      )}
      {account.note && <li className="close-note">{account.note}</li>}
    </ul>
  )
}

function Part({ part, close }: { part: ClosePart; close: FlockClose }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const { figures, before, currency, seesMoney } = close
  const rows = closeRows(part, figures, before?.figures ?? null)
  if (part === 'money' && !seesMoney) return null
  if (rows.length === 0) return null
  const say = (value: number | null, unit: string, decimals: number) =>
    value === null
      ? '—'
      : (unit === 'money'
          ? numberText(value, decimals, reader)
          : amountText(value, unit, decimals, reader)
        ).replace('-', '\u2212')
  return (
    <section className="card flock-side-card" aria-label={closePartNames[part][reader.language]}>
      <h2>
        {closePartNames[part][reader.language]} {part === 'money' && <small>{currency}</small>}
      </h2>
      <table className="num flock-final">
        {before && (
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t($ => $.figure)}</span>
              </th>
              <th scope="col">{t($ => $.thisFlock)}</th>
              <th scope="col" title={before.number}>
                {t($ => $.flockBefore)}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ name, label, unit, decimals, value, lacking, previous, previousLacking }) => (
            <tr key={name} data-sum={sums.includes(name) || undefined}>
              <th scope="row">
                {label[reader.language]}{' '}
                {unit !== 'money' && <small>{closeUnit(unit, currency, reader)}</small>}
              </th>
              <td>
                {value === null ? '—' : <strong>{say(value, unit, decimals)}</strong>}
                <Lacking lacks={lacking} />
              </td>
              {before && (
                <td>
                  {say(previous, unit, decimals)}
                  <Lacking lacks={previousLacking} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
/** Why a figure is absent, or on how many days it stands. */
function Lacking({ lacks }: { lacks: CloseLacks | null }) {
  const reader = useReader()
  return lacks && <small className="close-lacking"> {closeLacksSay(lacks, reader)}</small>
}

/** Lines that add up others. */
const sums: readonly string[] = ['income', 'cost', 'margin', 'feedUsed']
