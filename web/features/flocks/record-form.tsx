import { Button, Input, Select } from 'antd'
import { Check, ChevronLeft, ChevronRight, Gauge } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { flockRecords, type RecordSheet } from '#shared/contracts/flock-records.ts'
import { dateOf } from '#shared/dates.ts'
import { breedOf, standardOfWeek } from '#shared/flock-figures/standard.ts'
import { weekOf } from '#shared/flock-figures/weeks.ts'
import {
  deathCauseNames,
  deathCauses,
  eggsOf,
  fieldsOfType,
  type Metered,
  RECORD_PICTURES,
  type RecordNumber,
  recordNumbers,
} from '#shared/flocks.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { amountText, standardText, unitText } from '#web/components/flocks/figure-of.ts'
import { later } from '#web/components/later.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { Pictures } from '#web/components/uploads/shown-files.tsx'
import type { Outcome } from '#web/data/offline/offline.ts'
import { useReader } from '#web/data/preferences.ts'
import { useReachable } from '#web/data/reachable.ts'
import { useMayCall } from '#web/data/session.ts'
import { RecordConflict } from './record-conflict.tsx'
import { RecordDoubt } from './record-doubt.tsx'
import { RecordInput } from './record-input.tsx'
import { RecordNotices } from './record-notices.tsx'
import { RecordTrail } from './record-trail.tsx'
import { Treatments } from './treatments.tsx'
import { type RecordStart, useRecord } from './use-record.ts'

const Uploads = later(() => import('#web/components/uploads/uploads.tsx').then(of => of.Uploads))

/** The parts of a day, in the order of a walk through the house. */
const parts = {
  birds: ['dead', 'culled', 'deadMales', 'culledMales'],
  eggs: ['eggsHatching', 'eggsSound', 'eggsBroken', 'eggsDirty', 'eggsSoft', 'eggWeight'],
  intake: ['feed', 'feedMales', 'water'],
  weighing: ['weight', 'uniformity', 'weightMales'],
  moves: ['sold', 'soldKg', 'movedIn', 'movedOut'],
} as const satisfies Record<string, readonly RecordNumber[]>

const stepped: readonly RecordNumber[] = ['dead', 'culled', 'deadMales', 'culledMales']
/** Longest reason and note, as in the contract. */
const REASON_MOST = 300
const NOTE_MOST = 1_000

interface Props {
  start: RecordStart
  close: () => void
  saved: (outcome: Outcome) => void
}

/** The form for a day. Doubts are asked beside their field and never block saving. */
export function RecordForm({ start, close, saved }: Props) {
  const { sheet } = start
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const mayTell = useMayCall(flockRecords.create)
  const root = useRef<HTMLDivElement>(null)
  const record = useRecord(start, saved)
  const isCut = useReachable(({ reachable }) => !reachable)
  const disabled = !mayTell || sheet.endedOn !== null
  const fields = fieldsOfType(sheet.type)
  const amount = (name: RecordNumber, value: number) =>
    [amountText(value, recordNumbers[name].unit, 0, reader), unitText(recordNumbers[name].unit, reader)]
      .filter(Boolean)
      .join('\u202f')
  const metered = (figure: Metered, name: RecordNumber, mine: number | null) => {
    const meter = sheet.measured[figure]
    if (meter === undefined) return null
    const off = mine === null ? 0 : Math.round((100 * (mine - meter)) / meter)
    return (
      <>
        <Gauge size={13} aria-hidden /> {t($ => $.measured, { value: amount(name, meter) })}
        {off !== 0 && (
          <b>
            {' '}
            · {off > 0 ? t($ => $.percentMore, { percent: off }) : t($ => $.percentLess, { percent: -off })}
          </b>
        )}
      </>
    )
  }
  const doubtsAt = (field: string) =>
    record.open
      .filter(doubt => doubt.field === field)
      .map(doubt => (
        <RecordDoubt
          key={doubt.key}
          doubt={doubt}
          confirm={() => record.confirm(doubt)}
          change={() => {
            if (doubt.key.endsWith('Meter') && doubt.field in recordNumbers)
              record.put(doubt.field as RecordNumber, doubt.against)
            else root.current?.querySelector<HTMLElement>(`[data-field="${doubt.field}"] input`)?.focus()
          }}
        />
      ))
  const saysOf = (name: RecordNumber) => {
    if (name === 'dead' && sheet.deadMean !== null)
      return t($ => $.weekMean, { value: numberText(sheet.deadMean, sheet.deadMean < 10 ? 1 : 0, reader) })
    if (name === 'feed') return metered('feed', 'feed', record.facts.feed)
    if (name === 'water') return metered('water', 'water', record.facts.water)
    return null
  }
  const input = (name: RecordNumber) => (
    <div key={name} data-field={name}>
      <RecordInput
        name={name}
        value={record.typed[name]}
        change={value => record.put(name, value)}
        says={saysOf(name)}
        fault={record.faults[name]}
        isStepped={stepped.includes(name)}
        disabled={disabled || (record.weighed !== null && (name === 'weight' || name === 'uniformity'))}
      >
        {doubtsAt(name)}
      </RecordInput>
    </div>
  )
  const inputs = (of: readonly RecordNumber[]) => of.filter(name => fields.includes(name)).map(input)
  const eggs = eggsOf(record.facts)
  const isLaying = fields.includes('eggsSound')
  const movesTold = parts.moves.some(name => record.typed[name] !== null)
  return (
    <div className="page record-page" ref={root}>
      <Head sheet={sheet} close={close} />
      <RecordNotices start={start} record={record} />
      {record.faults.day && (
        <p className="card record-fault" role="alert">
          {record.faults.day}
        </p>
      )}
      {sheet.endedOn !== null && <p className="card record-closed">{t($ => $.isClosed)}</p>}
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
      <section className="card record-card">
        <h2>{t($ => $.parts.birds)}</h2>
        {inputs(parts.birds)}
        <div className="record-row">
          <span id="record-cause">{t($ => $.deadCause)}</span>
          <Select
            className="record-select"
            aria-labelledby="record-cause"
            allowClear
            disabled={disabled}
            value={record.words.deadCause}
            onChange={value => record.say({ deadCause: value ?? null })}
            options={deathCauses.map(value => ({ value, label: deathCauseNames[value][reader.language] }))}
          />
        </div>
      </section>
      {isLaying && (
        <section className="card record-card">
          <h2>
            {t($ => $.parts.eggs)} <RateOf sheet={sheet} eggs={eggs} />
          </h2>
          {inputs(parts.eggs)}
          <div className="record-row" data-field="eggs">
            <div>
              <strong>{t($ => $.total)}</strong>
              <small className="num">{metered('eggs', 'eggsSound', eggs)}</small>
            </div>
            <strong className="record-total num">{eggs === null ? '—' : numberText(eggs, 0, reader)}</strong>
            {doubtsAt('eggs')}
          </div>
          {(record.open.some(({ key }) => key === 'eggsFarAboveHens') ||
            record.words.reason !== '' ||
            record.faults.reason) && (
            <div className="record-words stack gap-15">
              <label htmlFor="record-reason">{t($ => $.eggsReason)}</label>
              <Input
                id="record-reason"
                value={record.words.reason}
                maxLength={REASON_MOST}
                disabled={disabled}
                status={record.faults.reason ? 'error' : ''}
                onChange={event => record.say({ reason: event.target.value })}
              />
              {record.faults.reason && <span className="record-fault">{record.faults.reason}</span>}
            </div>
          )}
        </section>
      )}
      <section className="card record-card">
        <h2>{t($ => $.parts.intake)}</h2>
        {inputs(parts.intake)}
      </section>
      <section className="card record-card">
        <h2>{t($ => $.parts.weighing)}</h2>
        {inputs(parts.weighing)}
        <div className="record-words stack gap-15" data-field="weights">
          <label htmlFor="record-weights">{t($ => $.birdByBird)}</label>
          <Input.TextArea
            id="record-weights"
            rows={2}
            value={record.words.weights}
            disabled={disabled}
            placeholder="1985 2010 1960"
            status={record.faults.weights ? 'error' : ''}
            aria-invalid={record.faults.weights !== undefined}
            aria-describedby={record.faults.weights ? 'record-weights-fault' : undefined}
            onChange={event => record.say({ weights: event.target.value })}
          />
          {record.faults.weights && (
            <span id="record-weights-fault" className="record-fault" role="alert">
              {record.faults.weights}
            </span>
          )}
          {record.weighed && (
            <small className="num">
              {t($ => $.weighed, {
                mean: amount('weight', record.weighed.mean),
                even: numberText(record.weighed.uniformity, 0, reader),
                cv: numberText(record.weighed.cv, 1, reader),
              })}
            </small>
          )}
        </div>
        {doubtsAt('weights')}
      </section>
      <details className="card record-card" open={movesTold || undefined}>
        <summary>{t($ => $.parts.moves)}</summary>
        {sheet.withdrawalUntil && (
          <p className="record-fault">
            {t($ => $.withdrawalUntil, { day: dateOf(sheet.withdrawalUntil, reader.language) })}
          </p>
        )}
        {inputs(parts.moves)}
      </details>
      <Treatments
        value={record.words.treatments}
        change={treatments => record.say({ treatments })}
        fault={record.faults.treatments}
        disabled={disabled}
      />
      <section className="card record-card">
        <div className="record-words stack gap-15">
          <label htmlFor="record-note">{t($ => $.fields.note)}</label>
          <Input.TextArea
            id="record-note"
            rows={3}
            value={record.words.note}
            maxLength={NOTE_MOST}
            disabled={disabled}
            onChange={event => record.say({ note: event.target.value })}
          />
        </div>
        <div className="record-words stack gap-15" data-field="pictures">
          <span>{t($ => $.pictures)}</span>
          {disabled ? (
            <Pictures ids={record.words.pictures} />
          ) : isCut ? (
            <small>{t($ => $.picturesCut)}</small>
          ) : (
            <Uploads
              use="picture"
              most={RECORD_PICTURES}
              value={record.words.pictures}
              onChange={pictures => record.say({ pictures })}
            />
          )}
          {record.faults.pictures && <span className="record-fault">{record.faults.pictures}</span>}
        </div>
        {sheet.record && <p className="caption">{t($ => $.toldBy, { name: sheet.record.by })}</p>}
      </section>
      <RecordTrail sheet={sheet} />
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

function RateOf({ sheet, eggs }: { sheet: RecordSheet; eggs: number | null }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const week = { week: weekOf(sheet.age), age: sheet.age, weighedAt: null }
  const standard = standardOfWeek(breedOf(sheet.breed), 'rate', week, 0)
  const says = [
    eggs === null || !sheet.aliveAtStart
      ? null
      : t($ => $.rateOfHens, {
          rate: numberText((100 * eggs) / sheet.aliveAtStart, 1, reader),
          hens: numberText(sheet.aliveAtStart, 0, reader),
        }),
    standard && t($ => $.standardSays, { standard: standardText('rate', standard, reader) }),
  ]
  return <small className="num">{says.filter(Boolean).join(', ')}</small>
}
