import { Button } from 'antd'
import { Check, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { flockRecords, type RecordSheet } from '#shared/contracts/flock-records.ts'
import { dateOf } from '#shared/dates.ts'
import { weekOf } from '#shared/flock-figures/weeks.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import type { Outcome } from '#web/data/offline/offline.ts'
import { useReader } from '#web/data/preferences.ts'
import { useReachable } from '#web/data/reachable.ts'
import { useMayCall } from '#web/data/session.ts'
import { RecordConflict } from './record-conflict.tsx'
import { RecordNotices } from './record-notices.tsx'
import {
  Birds,
  Eggs,
  Hatchery,
  Moves,
  Notes,
  Part,
  type PartProps,
  Reason,
  Weighing,
} from './record-parts.tsx'
import { RecordTrail } from './record-trail.tsx'
import { TakeBack } from './take-back.tsx'
import { UnderWay } from './treatment-details.tsx'
import { Treatments } from './treatments.tsx'
import { type RecordStart, useRecord } from './use-record.ts'

interface Props {
  start: RecordStart
  close: () => void
  saved: (outcome: Outcome) => void
}

/** The form for a day. Doubts are asked beside their field and never block saving. */
export function RecordForm({ start, close, saved }: Props) {
  const { sheet } = start
  const { t } = useTranslation('flocks')
  const mayTell = useMayCall(flockRecords.create)
  const root = useRef<HTMLDivElement>(null)
  const record = useRecord(start, saved)
  const isCut = useReachable(({ reachable }) => !reachable)
  const isTooLate = sheet.endedOn !== null && !sheet.record && !sheet.mayChange
  const disabled = !mayTell || isTooLate
  const focus = (field: string) =>
    root.current?.querySelector<HTMLElement>(`[data-field="${field}"] input`)?.focus()
  const part: PartProps = { sheet, record, disabled, focus }
  return (
    <div className="page record-page" ref={root}>
      <Head sheet={sheet} close={close} />
      <RecordNotices start={start} record={record} />
      {record.faults.day && (
        <p className="card record-fault" role="alert">
          {record.faults.day}
        </p>
      )}
      {sheet.endedOn !== null && <Closed endedOn={sheet.endedOn} isTooLate={isTooLate} />}
      {sheet.record && !sheet.mayChange && (
        <p className="card record-closed">{t($ => $.notYours, { name: sheet.record.by })}</p>
      )}
      {record.theirs && (
        <RecordConflict
          mine={record.day}
          theirs={record.theirs.record}
          by={record.theirs.by}
          type={sheet.type}
          decide={record.decide}
          takeTheirs={record.takeTheirs}
        />
      )}
      <Birds {...part} />
      <Eggs {...part} />
      <Part name="intake" {...part} />
      <Weighing {...part} />
      <Hatchery {...part} />
      <Moves {...part} />
      <UnderWay sheet={sheet} />
      <Treatments
        day={sheet.day}
        type={sheet.type}
        value={record.words.treatments}
        change={treatments => record.say({ treatments })}
        fault={record.faults.treatments}
        disabled={disabled}
      />
      <Reason {...part} />
      <Notes {...part} />
      <RecordTrail sheet={sheet} />
      {sheet.record && sheet.mayChange && !disabled && (
        <TakeBack flockId={sheet.flockId} record={sheet.record} done={close} />
      )}
      {!disabled && (
        <div className="record-bar split gap-3">
          <p>
            {record.alive !== null && (
              <strong className="num">{t($ => $.birdsAlive, { count: record.alive })}</strong>
            )}
            {record.open.length > 0 && <span>{t($ => $.toCheck, { count: record.open.length })}</span>}
          </p>
          <Button
            type="primary"
            size="large"
            icon={<Check size={17} aria-hidden />}
            loading={record.busy}
            onClick={() => void record.store()}
          >
            {isCut ? t($ => $.keepHere) : t($ => $.keep)}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What is still entered of a flock that is closed. */
function Closed({ endedOn, isTooLate }: { endedOn: string; isTooLate: boolean }) {
  const { t } = useTranslation('flocks')
  const { language } = useReader()
  const day = dateOf(endedOn, language)
  return (
    <p className="card record-closed">{isTooLate ? t($ => $.tooLate, { day }) : t($ => $.isLate, { day })}</p>
  )
}

/** The house and the day, with links to the neighbouring days. */
function Head({ sheet, close }: { sheet: RecordSheet; close: () => void }) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const reader = useReader()
  const to = (day: string) => setSearch({ day })
  const says = [
    t($ => $.day, { day: sheet.dayAge }),
    t($ => $.week, { week: weekOf(sheet.age) }),
    sheet.aliveAtStart === null ? null : t($ => $.aliveThisMorning, { count: sheet.aliveAtStart }),
  ]
  return (
    <header className="record-head">
      <button
        type="button"
        aria-label={t($ => $.dayBefore)}
        disabled={sheet.day <= sheet.placedOn}
        onClick={() => to(daysAfter(sheet.day, -1))}
      >
        <ChevronLeft size={20} aria-hidden />
      </button>
      <div>
        <h1>
          {sheet.houseName}, {dateOf(sheet.day, reader.language)}
        </h1>
        <p className="num">{says.filter(Boolean).join(' · ')}</p>
        <button type="button" className="record-link" onClick={close}>
          {t($ => $.toFlock)}
        </button>
      </div>
      <button
        type="button"
        aria-label={t($ => $.dayAfter)}
        disabled={sheet.day >= (sheet.endedOn ?? sheet.today)}
        onClick={() => to(daysAfter(sheet.day, 1))}
      >
        <ChevronRight size={20} aria-hidden />
      </button>
    </header>
  )
}
