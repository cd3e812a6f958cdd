import { Button, Checkbox, InputNumber, Select } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '#shared/contracts/jobs.ts'
import {
  dateOrders,
  type FileColumn,
  type FileLayout,
  type FileSheet,
  rowSpans,
} from '#shared/file-layout.ts'
import { readUnder } from '#web/data/jobs.ts'
import { StateMark } from '../state-mark.tsx'
import { useAttempt } from './use-attempt.ts'
import './own-layout.css'

type Own = NonNullable<NonNullable<Job['summary']>['own']>

/** How somebody's own file was read: what each column holds, to be corrected and read again. Nothing is written by it. */
export function OwnLayout({ id, own: { layout: read, choices, notes = [] } }: { id: string; own: Own }) {
  const { t } = useTranslation('excel')
  const [layout, setLayout] = useState(read)
  const [busy, attempt] = useAttempt()
  const used = layout.sheets.filter(({ isUsed }) => isUsed)
  const put = (name: string, change: Partial<FileSheet>) =>
    setLayout({
      ...layout,
      sheets: layout.sheets.map(sheet => (sheet.name === name ? { ...sheet, ...change } : sheet)),
    })
  const isChanged = layout !== read
  const proposals = columnsOf(layout).filter(({ proposed }) => proposed).length
  const confirmAll = () =>
    setLayout({
      ...layout,
      sheets: layout.sheets.map(sheet =>
        sheet.isUsed ? { ...sheet, columns: sheet.columns.map(confirmed) } : sheet,
      ),
    })
  return (
    <section className="own-layout" aria-label={t($ => $.own.title)}>
      <h3 className="import-heading">{t($ => $.own.title)}</h3>
      <p className="caption">{choices.zones ? t($ => $.own.saysReadings) : t($ => $.own.says)}</p>
      {proposals > 0 && (
        <div className="own-layout-proposals row wrap gap-3">
          <p>
            <StateMark state="watch" /> {t($ => $.own.proposals, { count: proposals })}
          </p>
          <Button onClick={confirmAll}>{t($ => $.own.confirmAll, { count: proposals })}</Button>
        </div>
      )}
      {notes.map(note => (
        <p key={note}>
          <StateMark state="watch" /> {note}
        </p>
      ))}
      <General layout={layout} zones={choices.zones ?? []} setLayout={setLayout} />
      {layout.sheets.map(sheet => (
        <Sheet
          key={sheet.name}
          sheet={sheet}
          choices={choices}
          isOpen={used.length <= OPEN && sheet.isUsed}
          put={change => put(sheet.name, change)}
        />
      ))}
      {isChanged && (
        <p className="own-layout-changed row wrap gap-2">
          <Button
            type="primary"
            loading={busy}
            icon={<RefreshCw size={15} aria-hidden />}
            onClick={() => void attempt(() => readUnder(id, layout))}
          >
            {t($ => $.own.readAgain)}
          </Button>
          <span className="caption">{t($ => $.own.changed)}</span>
        </p>
      )}
    </section>
  )
}

/** Sheets whose columns are shown at once; of more, each is opened by its reader. */
const OPEN = 2

const columnsOf = ({ sheets }: FileLayout): FileColumn[] =>
  sheets.flatMap(({ isUsed, columns }) => (isUsed ? columns : []))
/** A column with what was proposed for it. */
const confirmed = ({ proposed, ...column }: FileColumn): FileColumn =>
  proposed ? { ...column, ...proposed, problem: null } : column

/** What a column of dates is for. */
const DATED: ReadonlySet<string> = new Set(['day', 'time', 'date', 'utc'])
/** Dates as text, so that their order matters: 02/03/2026. */
const TEXT_DATE = /^\d{1,2}[-/. ]+\d{1,2}[-/. ]+\d{2,4}/

interface GeneralProps {
  layout: FileLayout
  zones: readonly string[]
  setLayout: (next: FileLayout) => void
}

function General({ layout, zones, setLayout }: GeneralProps) {
  const { t } = useTranslation('excel')
  const id = useId()
  const columns = columnsOf(layout)
  const asksOrder = columns.some(
    ({ use, samples }) => use !== null && DATED.has(use) && samples.some(sample => TEXT_DATE.test(sample)),
  )
  const asksBag = columns.some(({ use, unit }) => use !== null && unit === 'bag')
  const asksZone = zones.length > 0
  if (!asksOrder && !asksBag && !asksZone) return null
  return (
    <div className="row wrap gap-4">
      {asksOrder && (
        <div className="own-layout-field">
          <label htmlFor={`${id}dates`}>{t($ => $.own.dates)}</label>
          <Select
            id={`${id}dates`}
            value={layout.dates}
            placeholder={t($ => $.own.ordersUnknown)}
            status={layout.dates === null ? 'warning' : ''}
            options={dateOrders.map(value => ({ value, label: t($ => $.own.orders[value]) }))}
            popupMatchSelectWidth={false}
            onChange={dates => setLayout({ ...layout, dates })}
          />
        </div>
      )}
      {asksZone && (
        <div className="own-layout-field">
          <label htmlFor={`${id}zone`}>{t($ => $.own.zone)}</label>
          <Select
            id={`${id}zone`}
            showSearch
            value={layout.zone}
            options={zones.map(value => ({ value, label: value }))}
            popupMatchSelectWidth={false}
            onChange={zone => setLayout({ ...layout, zone })}
          />
        </div>
      )}
      {asksBag && (
        <div className="own-layout-field">
          <label htmlFor={`${id}bag`}>{t($ => $.own.bag)}</label>
          <InputNumber
            id={`${id}bag`}
            min={1}
            max={2_000}
            value={layout.bagKg}
            status={layout.bagKg === null ? 'warning' : ''}
            onChange={bagKg => setLayout({ ...layout, bagKg })}
          />
        </div>
      )}
    </div>
  )
}

interface SheetProps {
  sheet: FileSheet
  choices: Own['choices']
  isOpen: boolean
  put: (change: Partial<FileSheet>) => void
}

function Sheet({ sheet, choices, isOpen, put }: SheetProps) {
  const { t } = useTranslation('excel')
  const [isShown, setShown] = useState(isOpen)
  const { name, isUsed, columns, house } = sheet
  const hasHouses = columns.some(({ use, house: own }) => use === 'house' || own !== null)
  return (
    <div className="own-layout-sheet">
      <div className="own-layout-head row wrap gap-3">
        <Checkbox checked={isUsed} onChange={({ target }) => put({ isUsed: target.checked })}>
          <b>{name}</b>
        </Checkbox>
        {isUsed && !hasHouses && (
          <House value={house} houses={choices.houses} choose={next => put({ house: next })} />
        )}
        {isUsed && (
          <Button type="text" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? t($ => $.own.hide) : t($ => $.own.show, { count: columns.length })}
          </Button>
        )}
      </div>
      {isUsed && sheet.span && columns.some(isOfRow) && <Span span={sheet.span} put={put} />}
      {isUsed && sheet.houses && <NamedHouses houses={sheet.houses} own={choices.houses} put={put} />}
      {isUsed && isShown && (
        <Columns
          sheet={sheet}
          choices={choices}
          put={(at, change) =>
            put({ columns: columns.map(column => (column.at === at ? { ...column, ...change } : column)) })
          }
        />
      )}
    </div>
  )
}

/** A figure that counts, of which only its owner knows whether it is of the row's day or of all days up to the next. */
const isOfRow = ({ use, isCumulative, dayOffset }: FileColumn) =>
  use !== null && COUNTED.test(use) && !isCumulative && dayOffset === null

interface SpanProps {
  span: NonNullable<FileSheet['span']>
  put: (change: Partial<FileSheet>) => void
}

function Span({ span, put }: SpanProps) {
  const { t } = useTranslation('excel')
  const id = useId()
  const { days, is } = span
  return (
    <div className="own-layout-houses">
      <div className="own-layout-field">
        <label htmlFor={id}>{t($ => $.own.span, { days })}</label>
        <Select
          id={id}
          value={is}
          placeholder={t($ => $.own.spanNone)}
          status={is === null ? 'warning' : ''}
          options={rowSpans.map(value => ({ value, label: t($ => $.own.spans[value], { days }) }))}
          popupMatchSelectWidth={false}
          onChange={next => put({ span: { days, is: next } })}
        />
      </div>
    </div>
  )
}

interface NamedProps {
  houses: NonNullable<FileSheet['houses']>
  own: readonly string[]
  put: (change: Partial<FileSheet>) => void
}

/** Houses by the names that the file gives to them; of one without an own house nothing is imported. */
function NamedHouses({ houses, own, put }: NamedProps) {
  const { t } = useTranslation('excel')
  return (
    <div className="own-layout-houses">
      <p className="caption">{t($ => $.own.housesSay)}</p>
      <ul aria-label={t($ => $.own.houses)}>
        {houses.map(({ named, house }) => (
          <li key={named}>
            {named}
            <House
              value={house}
              label={t($ => $.own.houseOf, { named })}
              none={t($ => $.own.houseLeft)}
              houses={own}
              choose={next =>
                put({ houses: houses.map(each => (each.named === named ? { named, house: next } : each)) })
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface HouseProps {
  value: string | null
  houses: readonly string[]
  /** What is said of none chosen, and the field's name, where they are not the usual ones. */
  none?: string
  label?: string
  choose: (house: string | null) => void
}

const House = ({ value, houses, none, label, choose }: HouseProps) => {
  const { t } = useTranslation('excel')
  return (
    <Select
      showSearch
      allowClear
      value={value}
      aria-label={label ?? t($ => $.own.house)}
      placeholder={none ?? t($ => $.own.houseNone)}
      status={value === null ? 'warning' : ''}
      options={houses.map(house => ({ value: house, label: house }))}
      popupMatchSelectWidth={false}
      onChange={next => choose(next ?? null)}
    />
  )
}

interface ColumnsProps {
  sheet: FileSheet
  choices: Own['choices']
  put: (at: string, change: Partial<FileColumn>) => void
}

function Columns({ sheet: { isAcross, columns }, choices, put }: ColumnsProps) {
  const { t } = useTranslation('excel')
  const hasHouses = columns.some(({ house }) => house !== null)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
    <section className="own-layout-columns" tabIndex={0} aria-label={t($ => $.own.title)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{isAcross ? t($ => $.own.atRow) : t($ => $.own.at)}</th>
            <th scope="col">{t($ => $.own.heading)}</th>
            <th scope="col">{t($ => $.own.samples)}</th>
            <th scope="col">{t($ => $.own.use)}</th>
            <th scope="col">{t($ => $.own.unit)}</th>
            {hasHouses && <th scope="col">{t($ => $.own.house)}</th>}
          </tr>
        </thead>
        <tbody>
          {columns.map(column => (
            <tr key={column.at} data-left-out={column.use === null || undefined}>
              <td className="mono">{column.at}</td>
              <th scope="row">
                {column.title || <span className="caption">{t($ => $.own.noTitle)}</span>}
                {column.dayOffset !== null && (
                  <span className="caption"> {t($ => $.own.day, { number: column.dayOffset + 1 })}</span>
                )}
              </th>
              <td className="caption num">{column.samples.join(' · ')}</td>
              <td>
                <UseOf column={column} choices={choices} put={change => put(column.at, change)} />
              </td>
              <td>
                <UnitOf column={column} choices={choices} put={change => put(column.at, change)} />
              </td>
              {hasHouses && (
                <td>
                  {column.use !== null && (
                    <House
                      value={column.house}
                      houses={choices.houses}
                      choose={house => put(column.at, { house })}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const withUnit = (label: string, unit: string | null) => (unit ? `${label} (${unit})` : label)

interface CellProps {
  column: FileColumn
  choices: Own['choices']
  put: (change: Partial<FileColumn>) => void
}

function UseOf({ column, choices, put }: CellProps) {
  const { t } = useTranslation('excel')
  const { use, at, title, problem, proposed } = column
  const unitWord = (unit: string | null) => (unit && isUnit(unit) ? t($ => $.own.units[unit]) : unit)
  const labelOf = (wanted: string) => choices.uses.find(({ value }) => value === wanted)?.label ?? wanted
  const choose = (value: string | undefined) => {
    const [unit = null] = choices.uses.find(each => each.value === value)?.units ?? []
    put({
      use: value ?? null,
      unit,
      problem: value ? null : problem,
      isCumulative: false,
      proposed: undefined,
    })
  }
  return (
    <>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
        value={use}
        aria-label={title || t($ => $.own.untitled, { at })}
        placeholder={t($ => $.own.useNone)}
        options={choices.uses.map(({ value, label }) => ({ value, label }))}
        popupMatchSelectWidth={false}
        onChange={choose}
      />
      {proposed && (
        <div className="own-layout-proposal row wrap gap-2">
          <span>
            <StateMark state="watch" />{' '}
            {t($ => $.own.proposed, { label: withUnit(labelOf(proposed.use), unitWord(proposed.unit)) })}
          </span>
          <Button
            size="small"
            aria-label={t($ => $.own.confirmOf, { label: labelOf(proposed.use), at })}
            onClick={() => put({ ...proposed, problem: null, proposed: undefined })}
          >
            {t($ => $.own.confirm)}
          </Button>
        </div>
      )}
      {use === null && problem !== null && !proposed && (
        <small className="own-layout-problem">
          {problem === 'twice' && <StateMark state="watch" />} {t($ => $.own.problems[problem])}
        </small>
      )}
    </>
  )
}

const unitKeys = ['kg', 'g', 't', 'lb', 'oz', 'bag', 'L', 'm3', 'gal', 'pcs', 'tray', 'dozen'] as const
const isUnit = (unit: string): unit is (typeof unitKeys)[number] => unitKeys.some(each => each === unit)

/** Figures of a day that a file may also give as sums since the first day. */
const COUNTED = /^(dead(Males)?|culled(Males)?|sold(Kg)?|moved(In|Out)(Males)?|eggs.*|feed(Males)?|water)$/

function UnitOf({ column: { use, unit, isCumulative }, choices, put }: CellProps) {
  const { t } = useTranslation('excel')
  if (use === null) return null
  const units = choices.uses.find(({ value }) => value === use)?.units ?? []
  return (
    <div className="row wrap gap-2">
      {units.length > 1 && (
        <Select
          value={unit}
          aria-label={t($ => $.own.unit)}
          placeholder={t($ => $.own.unitNone)}
          status={unit === null ? 'warning' : ''}
          options={units.map(value => ({ value, label: isUnit(value) ? t($ => $.own.units[value]) : value }))}
          popupMatchSelectWidth={false}
          onChange={next => put({ unit: next })}
        />
      )}
      {COUNTED.test(use) && (
        <Checkbox checked={isCumulative} onChange={({ target }) => put({ isCumulative: target.checked })}>
          {t($ => $.own.cumulative)}
        </Checkbox>
      )}
    </div>
  )
}
