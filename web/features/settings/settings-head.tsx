import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup, SettingsOfHouse } from '#shared/contracts/settings.ts'
import { dateOf, momentOf } from '#shared/dates.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import type { SettingGroupKey } from '#shared/signals.ts'
import { Choice } from '#web/components/choice.tsx'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { groupHref } from '#web/components/setting-group-href.ts'
import { spanOf } from '#web/components/time.tsx'
import { useLiveStatus } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'

type Data = SettingsOfHouse | SettingsOfGroup
/** Drift of a controller's clock that is worth mentioning, ms. */
const DRIFT_MS = 120_000
const SECOND_MS = 1_000

const views = ['all', 'targetTemperature', 'levels'] as const

/** Whose controller it is, whether it is online, the consents, its clock, and links to its groups. */
export function SettingsHead({ data, here }: { data: Data; here: SettingGroupKey | null }) {
  const { t } = useTranslation('settings')
  const { setSearch, open } = useScreen()
  const language = usePreferences(({ language }) => language)
  const { house, device, devices, remoteControlEndsOn } = data
  const status = useLiveStatus(device.id) ?? device.status
  const view = views.find(each => each === here) ?? 'all'
  const show = (to: (typeof views)[number]) =>
    open(to === 'all' ? hrefOf(paths.settings, { houseId: house.id }) : groupHref(to, house.id))
  return (
    <header className="settings-head">
      <div>
        <h1>{t($ => $.titleOf, { name: house.name })}</h1>
        <p>
          {house.customer && <>{house.customer} · </>}
          <DeviceStatusWord status={status} /> <span className="mono">{device.code}</span>
          {device.product && <> · {device.product[language]}</>}
        </p>
        <p className="caption">
          {remoteControlEndsOn && (
            <>{t($ => $.remoteUntil, { date: dateOf(remoteControlEndsOn, language) })} </>
          )}
          <Clock clock={data.clock} timeZone={house.timeZone} />
        </p>
      </div>
      <div className="row wrap stretch">
        {devices.length > 1 && (
          <Choice
            label={t($ => $.devices)}
            options={devices.map(({ id, name }) => [id, name] as const)}
            chosen={device.id}
            choose={id => setSearch({ device: id })}
          />
        )}
        <Choice
          label={t($ => $.groups)}
          options={views.map(each => [each, t($ => $.views[each])] as const)}
          chosen={here === null || view !== 'all' ? view : undefined}
          choose={show}
        />
      </div>
    </header>
  )
}

/**
 * What the controller's clock showed when last reported, in the house's zone. It can only be set at the controller; a drift
 * is mentioned if known.
 */
function Clock({ clock: { shows, aheadMs }, timeZone }: { clock: Data['clock']; timeZone: string }) {
  const { t } = useTranslation('settings')
  const language = usePreferences(({ language }) => language)
  const by = spanOf(Math.abs(aheadMs), language)
  const drift =
    Math.abs(aheadMs) < SECOND_MS
      ? t($ => $.clockRight)
      : aheadMs < 0
        ? t($ => $.clockBehind, { by })
        : t($ => $.clockAhead, { by })
  const at = shows !== null && momentOf(new Date(shows), language, timeZone)
  return (
    <>
      {at && <>{t($ => $.clockShows, { at })} · </>}
      {(at || aheadMs !== 0) && <>{Math.abs(aheadMs) < DRIFT_MS ? drift : <strong>{drift}</strong>} · </>}
      {t($ => $.clock)}
    </>
  )
}
