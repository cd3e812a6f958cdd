import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type FlockMove, flockMoves } from '#shared/contracts/flock-moves.ts'
import type { Flock } from '#shared/contracts/flocks.ts'
import { dateIn } from '#shared/zone-time.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { useHouses } from './use-houses.ts'
import './flock-form.css'

type Values = z.input<(typeof flockMoves.create)['body']>

const REASON_MOST = 300
const MOST = 500_000

/** Moves birds of a flock to another house: both houses change together. */
export function MoveForm({ flock, close }: { flock: Flock; close: () => void }) {
  const { t } = useTranslation('flocks')
  const { t: word } = useTranslation('components')
  const source = useHouses(true)
  const options = source.options.filter(({ value }) => value !== flock.houseId)
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <FormDialog<Values>
      title={t($ => $.moveTitle, { house: flock.houseName })}
      doing={t($ => $.moveBirds)}
      initial={{ day: dateIn(flock.timeZone, new Date()), birds: flock.alive ?? undefined }}
      save={values => call(flockMoves.create, { body: { ...values, fromFlockId: flock.id } })}
      success={t($ => $.moved)}
      close={close}
    >
      <p className="caption">{t($ => $.moveSays)}</p>
      <div className="flock-form">
        <FormField name="toHouseId" label={t($ => $.moveTo)} rules={required}>
          <RemoteSelect source={{ options, loading: source.loading, search: source.search }} />
        </FormField>
        <NumberField
          name="birds"
          label={t($ => $.moveCount)}
          {...(flock.alive !== null && { extra: t($ => $.moveAlive, { count: flock.alive }) })}
          min={1}
          max={MOST}
          isWhole
          isRequired
        />
        <FormField name="day" label={t($ => $.dayHead)} rules={required} extra={t($ => $.moveDaySays)}>
          <Input type="date" />
        </FormField>
        <FormField name="reason" label={t($ => $.reason)}>
          <Input maxLength={REASON_MOST} />
        </FormField>
        <FormField className="flock-form-wide" name="join" valuePropName="checked">
          <Checkbox>{t($ => $.moveJoin)}</Checkbox>
        </FormField>
      </div>
    </FormDialog>
  )
}

/** Corrects how many birds moved, on both sides. */
export function CorrectMoveForm({ move, close }: { move: FlockMove; close: () => void }) {
  const { t } = useTranslation('flocks')
  return (
    <FormDialog<{ birds: number; reason: string }>
      title={t($ => $.moveFromTo, { from: move.from.houseName, to: move.to.houseName })}
      initial={{ birds: move.birds, reason: move.reason }}
      version={move.version}
      save={({ birds, reason }, version) =>
        call(flockMoves.update, { params: { id: move.id }, body: { birds, reason: reason ?? '', version } })
      }
      labels={{ birds: t($ => $.moveCount), reason: t($ => $.reason) }}
      success={t($ => $.moveCorrected)}
      close={close}
    >
      <NumberField name="birds" label={t($ => $.moveCount)} min={1} max={MOST} isWhole isRequired />
      <FormField name="reason" label={t($ => $.reason)}>
        <Input maxLength={REASON_MOST} />
      </FormField>
    </FormDialog>
  )
}
