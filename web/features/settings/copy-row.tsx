import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CopyTarget, SettingsOfGroup } from '#shared/contracts/settings.ts'
import { differingEquipment } from '#shared/house-equipment.ts'
import { formatSignal, type SettingGroupKey } from '#shared/signals.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useLiveStatus } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { ChangeState } from './change-state.tsx'
import { Differences } from './differences.tsx'
import { Missing } from './missing.tsx'
import { useSent } from './use-sent.ts'

/** The outcome for one house: the id of the change, or why it was refused. */
export type Sent = { changeId: string } | { refusal: string }

interface Props {
  /** The house the settings come from. */
  source: SettingsOfGroup['house']
  target: CopyTarget
  group: SettingGroupKey
  sent: Sent | undefined
  children: ReactNode
}

/** A house that could get the settings: what would change there, what it lacks, and its progress. */
export function CopyRow({ source, target, group, sent, children }: Props) {
  const { t } = useTranslation('settings')
  const { device, house, wanted, values, isSameProduct } = target
  const status = useLiveStatus(device.id) ?? device.status
  const count = Object.keys(wanted).length
  return (
    <li>
      <p>
        {children} <DeviceStatusWord status={status} />
      </p>
      {isSameProduct ? (
        <>
          <Missing names={target.missing} />
          <OtherEquipment source={source} house={house} />
        </>
      ) : (
        <p className="caption">{t($ => $.otherProduct)}</p>
      )}
      {sent && 'refusal' in sent && (
        <p className="send-refusal" role="alert">
          <StateMark state="alarm" /> {sent.refusal}
        </p>
      )}
      {sent && 'changeId' in sent && (
        <Progress houseId={house.id} deviceId={device.id} group={group} changeId={sent.changeId} />
      )}
      {!sent && isSameProduct && (
        <details>
          <summary>{count === 0 ? t($ => $.nothingDiffers) : t($ => $.changes, { count })}</summary>
          <Differences before={values} wanted={wanted} />
        </details>
      )}
    </li>
  )
}

/** Where the house is equipped differently, so that the same settings have another effect. */
function OtherEquipment({ source, house }: { source: Props['source']; house: CopyTarget['house'] }) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const differing = differingEquipment(source, house)
  if (differing.length === 0) return null
  const say = (value: number, unit: string) => formatSignal(value, { unit, decimals: 0 }, reader)
  return (
    <p className="caption">
      {t($ => $.builtOtherwise)}{' '}
      {differing
        .map(({ label, unit, here, there }) =>
          t($ => $.builtInstead, {
            what: label[reader.language],
            there: say(there, unit),
            here: say(here, unit),
          }),
        )
        .join(t($ => $.listComma))}
    </p>
  )
}

function Progress({ changeId, ...place }: Parameters<typeof useSent>[0] & { changeId: string }) {
  const change = useSent(place, changeId)
  return (
    <p role="status" aria-live="polite">
      {change && <ChangeState change={change} />}
    </p>
  )
}
