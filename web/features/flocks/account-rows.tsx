import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  COSTS_MOST,
  EGG_SALES_MOST,
  type FlockAccountForm,
  LOTS_MOST,
} from '#shared/contracts/flock-accounts.ts'
import { costKindNames, eggClassNames, eggPriceNames, isPaidIn, lotPriceNames } from '#shared/flock-sales.ts'
import { readAmount } from '#shared/money.ts'
import type { Text } from '#shared/text.ts'
import { DayInput } from '#web/components/day/day-input.tsx'
import { AmountInput } from '#web/components/form/amount-field.tsx'
import { NumberInput } from '#web/components/form/number-field.tsx'
import { RowList } from '#web/components/form/row-list.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { useReader } from '#web/data/preferences.ts'

type Values = z.input<typeof FlockAccountForm>
type Lot = Values['lots'][number]
type Sale = Values['eggs'][number]
type Cost = Values['costs'][number]

interface Props<Row> {
  value?: Row[]
  onChange?: (value: Row[]) => void
}

const numbers = ['birds', 'liveKg', 'carcassKg', 'condemned', 'eggs', 'eggKg'] as const
const amounts = ['price', 'amount'] as const
const BIRDS_MOST = 500_000
const EGGS_MOST = 100_000_000

/** Every row says what it is about in numbers that can be read. */
export function useRowsRule() {
  const { t } = useTranslation('flocks')
  const isRead = (row: Readonly<Record<string, unknown>>) =>
    numbers.every(name => row[name] == null || typeof row[name] === 'number') &&
    amounts.every(name => row[name] == null || readAmount(String(row[name])) !== undefined)
  const isWhole = (row: Readonly<Record<string, unknown>>) =>
    'kind' in row
      ? Boolean(row.amount)
      : Boolean(row.day) && ('grade' in row ? Boolean(row.eggs ?? row.eggKg) : Number(row.birds) > 0)
  return {
    validator: (_: unknown, rows: readonly object[] = []) => {
      const known = rows as readonly Readonly<Record<string, unknown>>[]
      if (!known.every(isRead)) return Promise.reject(new Error(t($ => $.noNumber)))
      return known.every(isWhole)
        ? Promise.resolve()
        : Promise.reject(new Error(t($ => $.account.rowMissing)))
    },
  }
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <span className="caption">{label}</span>
    {children}
  </div>
)

/** The inputs that rows of an account have in common. */
function useInputs() {
  const { t } = useTranslation('flocks')
  const { language, units } = useReader()
  const labelled = (label: string, input: ReactNode) => <Labelled label={label}>{input}</Labelled>
  return {
    day: (value: string, put: (day: string) => void) =>
      labelled(
        t($ => $.feed.day),
        <DayInput aria-label={t($ => $.feed.day)} value={value} onChange={put} />,
      ),
    whole: (label: string, value: unknown, most: number, put: (value: never) => void) =>
      labelled(
        label,
        <WholeInput
          aria-label={label}
          min={0}
          max={most}
          value={value}
          onChange={next => put(next as never)}
        />,
      ),
    kg: (label: string, value: number | null | undefined, put: (value: never) => void) =>
      labelled(
        label,
        <NumberInput
          field="amountKg"
          aria-label={label}
          unit="kg"
          isWhole={false}
          value={value ?? null}
          onChange={next => put(next as never)}
        />,
      ),
    price: (label: string, value: string | null | undefined, put: (value: string | null) => void) =>
      labelled(label, <AmountInput aria-label={label} value={value ?? null} onChange={put} />),
    choice: <V extends string>(
      label: string,
      names: Readonly<Record<V, Text>>,
      value: V | undefined,
      put: (value: V) => void,
    ) =>
      labelled(
        label,
        <Select<V>
          className="record-select"
          aria-label={label}
          {...(value !== undefined && { value })}
          onChange={put}
          options={(Object.entries(names) as [V, Text][])
            .filter(([each]) => each === value || isPaidIn(each, units))
            .map(([each, name]) => ({ value: each, label: name[language] }))}
        />,
      ),
    words: (label: string, value: string | undefined, most: number, put: (value: string) => void) =>
      labelled(
        label,
        <Input
          aria-label={label}
          maxLength={most}
          value={value ?? ''}
          onChange={event => put(event.target.value)}
        />,
      ),
  }
}

/** Birds that left together: number, weights, and what they were paid. */
export function LotsInput({ day, value = [], onChange }: Props<Lot> & { day: string }) {
  const { t } = useTranslation('flocks')
  const input = useInputs()
  const { units } = useReader()
  return (
    <RowList<Lot>
      rows={value}
      change={rows => onChange?.(rows)}
      fresh={{ day, per: units === 'metric' ? 'liveKg' : 'liveLb' } as Lot}
      add={t($ => $.account.addLot)}
      most={LOTS_MOST}
      className="account-row"
    >
      {(each, put) => (
        <>
          {input.day(each.day, to => put({ day: to }))}
          {input.whole(
            t($ => $.account.birds),
            each.birds,
            BIRDS_MOST,
            birds => put({ birds }),
          )}
          {input.kg(
            t($ => $.account.liveKg),
            each.liveKg,
            liveKg => put({ liveKg }),
          )}
          {input.kg(
            t($ => $.account.carcassKg),
            each.carcassKg,
            carcassKg => put({ carcassKg }),
          )}
          {input.whole(
            t($ => $.account.condemned),
            each.condemned,
            BIRDS_MOST,
            condemned => put({ condemned }),
          )}
          {input.price(
            t($ => $.account.price),
            each.price,
            price => put({ price }),
          )}
          {input.choice(
            t($ => $.account.per),
            lotPriceNames,
            each.per,
            per => put({ per }),
          )}
          {input.words(
            t($ => $.account.buyer),
            each.buyer,
            100,
            buyer => put({ buyer }),
          )}
        </>
      )}
    </RowList>
  )
}

/** Eggs of a class, and what they were paid. */
export function EggSalesInput({ day, value = [], onChange }: Props<Sale> & { day: string }) {
  const { t } = useTranslation('flocks')
  const input = useInputs()
  const { units } = useReader()
  return (
    <RowList<Sale>
      rows={value}
      change={rows => onChange?.(rows)}
      fresh={{ day, grade: 'ungraded', per: units === 'metric' ? 'kg' : 'lb' } as Sale}
      add={t($ => $.account.addSale)}
      most={EGG_SALES_MOST}
      className="account-row"
    >
      {(each, put) => (
        <>
          {input.day(each.day, to => put({ day: to }))}
          {input.choice(
            t($ => $.account.grade),
            eggClassNames,
            each.grade,
            grade => put({ grade }),
          )}
          {input.whole(
            t($ => $.account.eggCount),
            each.eggs,
            EGGS_MOST,
            eggs => put({ eggs }),
          )}
          {input.kg(
            t($ => $.account.eggKg),
            each.eggKg,
            eggKg => put({ eggKg }),
          )}
          {input.price(
            t($ => $.account.price),
            each.price,
            price => put({ price }),
          )}
          {input.choice(
            t($ => $.account.per),
            eggPriceNames,
            each.per,
            per => put({ per }),
          )}
          {input.words(
            t($ => $.account.buyer),
            each.buyer,
            100,
            buyer => put({ buyer }),
          )}
        </>
      )}
    </RowList>
  )
}

/** What the flock cost, beside its feed by the book. */
export function CostsInput({ value = [], onChange }: Props<Cost>) {
  const { t } = useTranslation('flocks')
  const input = useInputs()
  return (
    <RowList<Cost>
      rows={value}
      change={rows => onChange?.(rows)}
      fresh={{ kind: 'chicks', what: '', amount: '' } as Cost}
      add={t($ => $.account.addCost)}
      most={COSTS_MOST}
      className="account-row"
    >
      {(each, put) => (
        <>
          {input.choice(
            t($ => $.kind),
            costKindNames,
            each.kind,
            kind => put({ kind }),
          )}
          {input.words(
            t($ => $.account.what),
            each.what,
            80,
            what => put({ what }),
          )}
          {input.price(
            t($ => $.account.amount),
            each.amount || null,
            amount => put({ amount: amount ?? '' }),
          )}
        </>
      )}
    </RowList>
  )
}
