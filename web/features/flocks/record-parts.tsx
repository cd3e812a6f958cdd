import { Input } from 'antd'
import { Gauge } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordSheet } from '#shared/contracts/flock-records.ts'
import { standardIn, standardOn } from '#shared/flock-figures/standard.ts'
import { isSplit, uniformityFromCv } from '#shared/flock-figures/weighing.ts'
import {
  eggsOf,
  fieldsOfType,
  type Metered,
  RECORD_PICTURES,
  type RecordNumber,
  recordNumbers,
  WITHDRAWAL_DAYS,
} from '#shared/flocks.ts'
import { eggDaysOf, longerOf, type Withdrawal, withdrawalOn } from '#shared/withdrawal.ts'
import { measuredText, standardText } from '#web/components/flocks/figure-of.ts'
import { later } from '#web/components/later.tsx'
import { numberText } from '#web/components/number-text.ts'
import { AboutMark } from '#web/components/reading-mark.tsx'
import { Pictures } from '#web/components/uploads/shown-files.tsx'
import { useReader } from '#web/data/preferences.ts'
import { LossCausesInput } from './loss-causes.tsx'
import { RecordDoubt } from './record-doubt.tsx'
import { RecordInput } from './record-input.tsx'
import type { useRecord } from './use-record.ts'
import { WeightsInput, weightWords } from './weights-input.tsx'
import { WithdrawalNote } from './withdrawal-note.tsx'

const Uploads = later(() => import('#web/components/uploads/uploads.tsx').then(of => of.Uploads))

/** The parts of a day, in the order of a walk through the house. */
const parts = {
  birds: ['dead', 'culled', 'deadMales', 'culledMales'],
  eggs: ['eggsHatching', 'eggsSound', 'eggsBroken', 'eggsDirty', 'eggsSoft', 'eggWeight'],
  intake: ['feed', 'feedMales', 'water'],
  weighing: ['weight', 'uniformity', 'weightMales'],
  hatchery: ['eggsSet', 'eggsFertile', 'chicks'],
  moves: ['sold', 'soldKg', 'movedIn', 'movedOut', 'movedInMales', 'movedOutMales'],
} as const satisfies Record<string, readonly RecordNumber[]>

const stepped: readonly RecordNumber[] = parts.birds
/** Longest reason and note, as in the contract. */
const REASON_MOST = 300
const NOTE_MOST = 1_000

export interface PartProps {
  sheet: RecordSheet
  record: ReturnType<typeof useRecord>
  disabled: boolean
  /** Returns to the input of a field. */
  focus: (field: string) => void
}

interface TitledProps extends PartProps {
  name: keyof typeof parts
  /** Beside the title. */
  says?: ReactNode
  children?: ReactNode
}

/** A part with its title and numbers, and what else belongs to it. */
export function Part({ name, says, children, ...part }: TitledProps) {
  const { t } = useTranslation('flocks')
  return (
    <section className="card record-card">
      <h2>
        {t($ => $.parts[name])} {says}
      </h2>
      <Numbers of={parts[name]} {...part} />
      {children}
    </section>
  )
}

export function Birds(part: PartProps) {
  return (
    <Part name="birds" {...part}>
      <LossCausesInput record={part.record} disabled={part.disabled} />
    </Part>
  )
}

/** What may not be sold on the day, by what is stored and by the medicines that are being entered, as far as they can be right. */
function withdrawalIn({ sheet: { day, withdrawal }, record: { words } }: PartProps): Withdrawal {
  const treatments = words.treatments.filter(
    each => Math.max(each.withdrawalDays, eggDaysOf(each)) <= WITHDRAWAL_DAYS,
  )
  return longerOf(withdrawal, withdrawalOn(day, [{ day, treatments }]))
}

/** Only of birds that lay. */
export function Eggs(part: PartProps) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const metered = useMetered(part.sheet)
  const { sheet, record } = part
  if (!fieldsOfType(sheet.type).includes('eggsSound')) return null
  const eggs = eggsOf(record.facts)
  return (
    <Part name="eggs" says={<RateOf sheet={sheet} eggs={eggs} />} {...part}>
      <WithdrawalNote withdrawal={withdrawalIn(part)} of="eggs" />
      <div className="record-row" data-field="eggs">
        <div>
          <strong>{t($ => $.total)}</strong>
          <small className="num">{metered('eggs', 'eggsSound', eggs)}</small>
        </div>
        <strong className="record-total num">{eggs === null ? '—' : numberText(eggs, 0, reader)}</strong>
        <Doubts field="eggs" {...part} />
      </div>
    </Part>
  )
}

/** Why something unusual is right; asked for only where it is needed. */
export function Reason({ record, disabled }: PartProps) {
  const { t } = useTranslation('flocks')
  const isAsked =
    record.open.some(({ key }) => key === 'eggsFarAboveHens') ||
    record.words.reason !== '' ||
    record.faults.reason !== undefined
  if (!isAsked) return null
  return (
    <section className="card record-card">
      <div className="record-words stack gap-15">
        <label htmlFor="record-reason">{t($ => $.recordReason)}</label>
        <Input
          id="record-reason"
          value={record.words.reason}
          maxLength={REASON_MOST}
          disabled={disabled}
          status={record.faults.reason ? 'error' : ''}
          onChange={event => record.say({ reason: event.target.value })}
        />
        {record.faults.reason && (
          <span className="record-fault" role="alert">
            {record.faults.reason}
          </span>
        )}
      </div>
    </section>
  )
}

/** What the hatchery reported; only of breeders. */
export function Hatchery(part: PartProps) {
  return fieldsOfType(part.sheet.type).includes('eggsSet') ? <Part name="hatchery" {...part} /> : null
}

export function Weighing(part: PartProps) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const { record, disabled } = part
  return (
    <Part name="weighing" {...part}>
      <div className="record-words stack gap-15" data-field="weights">
        <label htmlFor="record-weights">{t($ => $.birdByBird, weightWords(reader))}</label>
        <WeightsInput
          id="record-weights"
          grams={record.words.weights}
          disabled={disabled}
          fault={record.faults.weights && 'record-weights-fault'}
          change={weights => record.say({ weights })}
        />
        {record.faults.weights && (
          <span id="record-weights-fault" className="record-fault" role="alert">
            {record.faults.weights}
          </span>
        )}
        {record.weighed && (
          <small className="num">
            {t($ => $.weighed, {
              mean: measuredText(record.weighed.mean, recordNumbers.weight.unit, reader),
              even: numberText(record.weighed.uniformity, 0, reader),
              cv: numberText(record.weighed.cv, 1, reader),
            })}
            {isSplit(record.weighed) && (
              <> {t($ => $.split, { due: numberText(uniformityFromCv(record.weighed.cv), 0, reader) })}</>
            )}
          </small>
        )}
      </div>
      <Doubts field="weights" {...part} />
    </Part>
  )
}

/** Birds that came or left alive; folded up while there are none. */
export function Moves(part: PartProps) {
  const { t } = useTranslation('flocks')
  const { record } = part
  const withdrawal = withdrawalIn(part)
  const movesTold = withdrawal.meat !== null || parts.moves.some(name => record.typed[name] !== null)
  return (
    <details className="card record-card" open={movesTold || undefined}>
      <summary>{t($ => $.parts.moves)}</summary>
      <WithdrawalNote withdrawal={withdrawal} of="meat" />
      <p className="caption">{t($ => $.movesHint)}</p>
      <Numbers of={parts.moves} {...part} />
    </details>
  )
}

/** A note and pictures, and who recorded the day. */
export function Notes({ sheet, record, disabled }: PartProps) {
  const { t } = useTranslation('flocks')
  return (
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
        ) : (
          <Uploads
            use="picture"
            most={RECORD_PICTURES}
            keeps
            value={record.words.pictures}
            onChange={pictures => record.say({ pictures })}
          />
        )}
        {record.faults.pictures && <span className="record-fault">{record.faults.pictures}</span>}
      </div>
      {sheet.record && <p className="caption">{t($ => $.toldBy, { name: sheet.record.by })}</p>}
    </section>
  )
}

/** Inputs of the numbers that such birds have. */
function Numbers({ of, ...part }: PartProps & { of: readonly RecordNumber[] }) {
  const { sheet, record, disabled } = part
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const metered = useMetered(sheet)
  const saysOf = (name: RecordNumber) => {
    if (name === 'dead' && sheet.deadMean !== null)
      return t($ => $.weekMean, { value: numberText(sheet.deadMean, sheet.deadMean < 10 ? 1 : 0, reader) })
    return name === 'feed' || name === 'water' ? metered(name, name, record.facts[name]) : null
  }
  const fields = fieldsOfType(sheet.type)
  return of
    .filter(name => fields.includes(name))
    .map(name => (
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
          <Doubts field={name} {...part} />
        </RecordInput>
      </div>
    ))
}

/** What the meter counted of a figure, and how far `mine` is from it, or why it fills in nothing; null without a meter. */
function useMetered(sheet: RecordSheet) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const isToday = sheet.day >= sheet.today
  return (figure: Metered, name: RecordNumber, mine: number | null): ReactNode => {
    const meter = sheet.measured[figure]
    const doubt = sheet.doubted?.[figure]
    if (doubt)
      return (
        <>
          {t($ => $.notMeasured)} <AboutMark about={{ doubt }} size="says" />
        </>
      )
    if (meter === undefined) return null
    const off = mine === null ? 0 : Math.round((100 * (mine - meter)) / meter)
    const value = measuredText(meter, recordNumbers[name].unit, reader)
    return (
      <>
        <Gauge size={13} aria-hidden />{' '}
        {isToday ? t($ => $.measuredSoFar, { value }) : t($ => $.measured, { value })}
        {off !== 0 && !isToday && (
          <b>
            {' '}
            · {off > 0 ? t($ => $.percentMore, { percent: off }) : t($ => $.percentLess, { percent: -off })}
          </b>
        )}
      </>
    )
  }
}

/** Open doubts about a field. */
function Doubts({ field, record, focus }: PartProps & { field: string }) {
  return record.open
    .filter(doubt => doubt.field === field)
    .map(doubt => (
      <RecordDoubt
        key={doubt.key}
        doubt={doubt}
        confirm={() => (doubt.key === 'noLosses' ? record.noneLost() : record.confirm(doubt))}
        change={() => {
          if (doubt.key.endsWith('Meter') && doubt.field in recordNumbers)
            record.put(doubt.field as RecordNumber, doubt.against)
          else focus(doubt.field)
        }}
      />
    ))
}

function RateOf({ sheet, eggs }: { sheet: RecordSheet; eggs: number | null }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const standard = standardOn(standardIn(sheet), 'rate', { age: sheet.age, placedAge: 0 })
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
