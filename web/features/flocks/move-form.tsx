import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { keepsLitter } from '#shared/contracts/cage-types.ts'
import { type FlockMove, flockMoves } from '#shared/contracts/flock-moves.ts'
import type { Flock } from '#shared/contracts/flocks.ts'
import { dateIn } from '#shared/zone-time.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { LitterField } from './litter-field.tsx'
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
  const isBreeder = flock.males !== null
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <FormDialog<Values>
      title={t($ => $.moveTitle, { house: flock.houseName })}
      doing={t($ => $.moveBirds)}
      initial={{
        day: dateIn(flock.timeZone, new Date()),
        birds: flock.alive ?? undefined,
        males: flock.males ?? 0,
      }}
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
          label={isBreeder ? t($ => $.moveFemales) : t($ => $.moveCount)}
          {...(flock.alive !== null && {
            extra: t($ => (isBreeder ? $.moveFemalesAlive : $.moveAlive), { count: flock.alive }),
          })}
          min={isBreeder ? 0 : 1}
          max={MOST}
          isWhole
          isRequired
        />
        {flock.males !== null && (
          <NumberField
            name="males"
            label={t($ => $.moveMales)}
            extra={t($ => $.moveMalesAlive, { count: flock.males })}
            min={0}
            max={MOST}
            isWhole
            isRequired
          />
        )}
        <DayField name="day" label={t($ => $.dayHead)} rules={required} extra={t($ => $.moveDaySays)} />
        <FormField name="reason" label={t($ => $.reason)}>
          <Input maxLength={REASON_MOST} />
        </FormField>
        <LitterThere houses={source.rows} />
        <FormField className="flock-form-wide" name="join" valuePropName="checked">
          <Checkbox>{t($ => $.moveJoin)}</Checkbox>
        </FormField>
      </div>
    </FormDialog>
  )
}

/** The litter of the house the birds go to, where they begin a flock on it. */
function LitterThere({ houses }: { houses: ReturnType<typeof useHouses>['rows'] }) {
  const to: string | undefined = Form.useWatch('toHouseId')
  const house = houses.find(({ id }) => id === to)
  const isAsked = house?.flockStartedOn === null && keepsLitter(house.type, house.cage?.layout)
  return isAsked && <LitterField />
}

/** Corrects how many birds moved, on both sides. */
export function CorrectMoveForm({
  move,
  flock,
  close,
}: {
  move: FlockMove
  flock: Flock
  close: () => void
}) {
  const { t } = useTranslation('flocks')
  const isBreeder = flock.type === 'breeder' && (flock.males !== null || move.males > 0)
  const [birds, males] = [isBreeder ? t($ => $.moveFemales) : t($ => $.moveCount), t($ => $.moveMales)]
  return (
    <FormDialog<{ birds: number; males: number; reason: string }>
      title={t($ => $.moveFromTo, { from: move.from.houseName, to: move.to.houseName })}
      initial={{ birds: move.birds, males: move.males, reason: move.reason }}
      version={move.version}
      save={({ birds, males = move.males, reason }, version) =>
        call(flockMoves.update, {
          params: { id: move.id },
          body: { birds, males, reason: reason ?? '', version },
        })
      }
      labels={{ birds, males, reason: t($ => $.reason) }}
      success={t($ => $.moveCorrected)}
      close={close}
    >
      <NumberField name="birds" label={birds} min={isBreeder ? 0 : 1} max={MOST} isWhole isRequired />
      {isBreeder && <NumberField name="males" label={males} min={0} max={MOST} isWhole isRequired />}
      <FormField name="reason" label={t($ => $.reason)}>
        <Input maxLength={REASON_MOST} />
      </FormField>
    </FormDialog>
  )
}
