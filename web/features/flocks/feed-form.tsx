import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type FeedEntry, type FeedEntryForm, feedBook } from '#shared/contracts/feed-book.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { feedKindNames } from '#shared/feed-book.ts'
import { type Currency, currencyNames } from '#shared/money.ts'
import { dateIn } from '#shared/zone-time.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { AmountField } from '#web/components/form/amount-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { useZone } from '#web/components/time.tsx'
import { CallError, call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { useHouses } from './use-houses.ts'
import './flock-form.css'

type Values = z.input<typeof FeedEntryForm>

interface Props {
  entry: FeedEntry | null
  /** The house that is looked at; another can be chosen. */
  houseId?: string | undefined
  close: () => void
}

const KG_MOST = 2_000_000

/** A delivery, a stock taken, or feed taken away; what was last entered for the house is filled in. */
export function FeedForm({ entry, houseId, close }: Props) {
  const { data, isPending } = useQuery({
    queryKey: [feedBook.balance.path, houseId],
    queryFn: () => call(feedBook.balance, { query: { houseId: houseId ?? '' } }),
    enabled: houseId !== undefined && entry === null,
  })
  if (houseId !== undefined && entry === null && isPending) return null
  return <Filled entry={entry} houseId={houseId} last={data?.last} today={data?.today} close={close} />
}

interface FilledProps extends Props {
  last: { feed: string; supplier: string; currency: Currency } | undefined
  today: string | undefined
}

function useLabels() {
  const { t } = useTranslation('flocks')
  return {
    houseId: t($ => $.house),
    day: t($ => $.feed.day),
    kind: t($ => $.kind),
    feed: t($ => $.feed.feed),
    amountKg: t($ => $.feed.amountKg),
    supplier: t($ => $.feed.supplier),
    noteNumber: t($ => $.feed.noteNumber),
    batch: t($ => $.batch),
    tonnePrice: t($ => $.feed.tonnePrice),
    currency: t($ => $.feed.currency),
    note: t($ => $.fields.note),
  }
}

function Filled({ entry, houseId, last, today, close }: FilledProps) {
  const { t } = useTranslation('flocks')
  const zone = useZone()
  const labels = useLabels()
  const [isShort, setShort] = useState(false)
  const initial: Partial<Values> = entry
    ? valuesOf(entry)
    : {
        kind: 'delivery',
        day: today ?? dateIn(zone, new Date()),
        houseId,
        feed: last?.feed ?? '',
        supplier: last?.supplier ?? '',
        currency: last?.currency,
      }
  const save = async (values: Values, version: number | undefined) => {
    const { houseId: to, ...typed } = { ...values, version }
    try {
      return await (entry
        ? call(feedBook.update, { params: { id: entry.id }, body: typed })
        : call(feedBook.create, { body: { ...typed, houseId: to } }))
    } catch (error) {
      if (error instanceof CallError && error.fields.some(({ field }) => field === 'isKnownShort'))
        setShort(true)
      throw error
    }
  }
  return (
    <FormDialog<Values>
      title={entry ? t($ => $.feed.changeTitle, { house: entry.houseName }) : t($ => $.feed.new)}
      width={640}
      initial={initial}
      valuesOf={valuesOf}
      {...(entry && { version: entry.version })}
      save={save}
      success={t($ => $.feed.kept)}
      labels={labels}
      close={close}
    >
      <Fields entry={entry} labels={labels} />
      <FormField name="isKnownShort" valuePropName="checked" hidden={!isShort}>
        <Checkbox>{t($ => $.feed.knownShort)}</Checkbox>
      </FormField>
    </FormDialog>
  )
}

const valuesOf = (entry: FeedEntry): Values => ({
  houseId: entry.houseId,
  day: entry.day,
  kind: entry.kind,
  feed: entry.feed,
  amountKg: entry.amountKg,
  supplier: entry.supplier,
  noteNumber: entry.noteNumber,
  batch: entry.batch,
  tonnePrice: entry.tonnePrice,
  currency: entry.currency,
  note: entry.note,
})

function Fields({ entry, labels }: { entry: FeedEntry | null; labels: ReturnType<typeof useLabels> }) {
  const { t } = useTranslation('flocks')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const maySetPrices = useMayCall(flocks.update)
  const houses = useHouses(entry === null)
  const kind: Values['kind'] = Form.useWatch('kind', { preserve: true }) ?? 'delivery'
  const required = [{ required: true, message: word($ => $.required) }]
  const text = (name: 'feed' | 'supplier' | 'noteNumber' | 'batch', most: number) => (
    <FormField name={name} label={labels[name]} hidden={kind !== 'delivery' && name !== 'feed'}>
      <Input maxLength={most} />
    </FormField>
  )
  return (
    <>
      <FormField name="kind">
        <Segmented
          block
          options={Object.entries(feedKindNames).map(([value, name]) => ({ value, label: name[language] }))}
        />
      </FormField>
      {kind === 'counted' && <p className="caption">{t($ => $.feed.countedSays)}</p>}
      <div className="flock-form">
        <FormField name="houseId" label={labels.houseId} rules={required} hidden={entry !== null}>
          <RemoteSelect
            source={{ options: houses.options, loading: houses.loading, search: houses.search }}
            also={entry ? [{ value: entry.houseId, label: entry.houseName }] : []}
          />
        </FormField>
        <DayField name="day" label={labels.day} rules={required} />
        <NumberField name="amountKg" label={labels.amountKg} unit="kg" min={0} max={KG_MOST} isRequired />
        {text('feed', 60)}
        {text('supplier', 100)}
        {text('noteNumber', 60)}
        {text('batch', 60)}
        {maySetPrices && kind !== 'removed' && (
          <>
            <AmountField name="tonnePrice" label={labels.tonnePrice} isRequired={false} />
            <FormField name="currency" label={labels.currency}>
              <ChoiceSelect
                options={Object.entries(currencyNames).map(([value, name]) => ({
                  value,
                  label: name[language],
                }))}
              />
            </FormField>
          </>
        )}
        <FormField name="note" label={labels.note} className="flock-form-wide">
          <Input maxLength={300} />
        </FormField>
      </div>
    </>
  )
}
