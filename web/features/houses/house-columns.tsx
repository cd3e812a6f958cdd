import { useTranslation } from 'react-i18next'
import type { House, HouseStateName } from '#shared/contracts/houses.ts'
import { dateOf } from '#shared/dates.ts'
import { type Urgency, urgencyOf } from '#shared/house-urgency.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import type { Column } from '#web/components/list/column.ts'
import { sizeText } from '#web/components/measure.ts'
import { StateWord } from '#web/components/state-mark.tsx'
import { useReader } from '#web/data/preferences.ts'

/** The columns of the houses. */
export function useHouseColumns(): Column<House>[] {
  const { t } = useTranslation('houses')
  const { t: word } = useTranslation('components')
  const reader = useReader()
  const flockColumns = useFlockColumns()
  /** Offline with an alarm says both. */
  const stateText = (state: HouseStateName, urgency: Urgency) =>
    state === 'offline' && urgency !== 'offline'
      ? `${word($ => $.houseState.offline)} · ${word($ => $.houseUrgency[urgency])}`
      : word($ => $.houseUrgency[urgency])
  return [
    { key: 'name', title: t($ => $.fields.name), render: ({ name }) => name, sort: 'name' },
    {
      key: 'state',
      title: t($ => $.fields.state),
      sort: 'state',
      card: 'state',
      render: ({ state, worst }) =>
        state === null ? (
          <span className="caption">{t($ => $.notShared)}</span>
        ) : (
          <StateWord state={urgencyOf(state, worst)}>{stateText(state, urgencyOf(state, worst))}</StateWord>
        ),
    },
    {
      key: 'type',
      title: t($ => $.fields.type),
      sort: 'type',
      card: 'line',
      render: ({ type }) => word($ => $.houseType[type]),
    },
    {
      key: 'officeId',
      card: 'line',
      isOthers: true,
      title: t($ => $.fields.officeId),
      render: ({ customer, officeName }) =>
        // A farm team is named together with its customer.
        customer === null || customer === officeName ? officeName : `${customer} · ${officeName}`,
    },
    {
      key: 'group',
      title: t($ => $.fields.groupId),
      card: 'line',
      render: ({ groupName }) => groupName ?? '—',
    },
    {
      key: 'devices',
      card: 'note',
      title: t($ => $.sections.devices),
      render: ({ devices }) =>
        devices.length === 0
          ? t($ => $.noController)
          : devices.map(({ id, code, status }) => (
              <div key={id} className="house-device row">
                <span className="mono">{code}</span> <DeviceStatusWord status={status} />
              </div>
            )),
    },
    ...flockColumns,
    {
      key: 'size',
      title: t($ => $.fields.size),
      atEnd: true,
      render: ({ lengthM, widthM, heightM }) => (
        <span className="num">{sizeText([lengthM, widthM, heightM], reader)}</span>
      ),
    },
    {
      key: 'cage',
      isExtra: true,
      title: t($ => $.fields.cageTypeId),
      render: ({ cage }) => cage?.name ?? '—',
    },
    { key: 'timeZone', isExtra: true, title: t($ => $.fields.timeZone), render: ({ timeZone }) => timeZone },
  ]
}

/** The columns of the birds in a house. */
function useFlockColumns(): Column<House>[] {
  const { t } = useTranslation('houses')
  const reader = useReader()
  const birds = (key: 'aliveCount' | 'flockCount'): Column<House> => ({
    key,
    title: t($ => $.fields[key]),
    atEnd: true,
    render: ({ [key]: count }) => (
      <span className="num">{count?.toLocaleString(reader.language) ?? '—'}</span>
    ),
  })
  const day = (key: 'flockStartedOn' | 'flockHatchedOn'): Column<House> => ({
    key,
    title: t($ => $.fields[key]),
    render: ({ [key]: on }) => <span className="num">{on === null ? '—' : dateOf(on, reader.language)}</span>,
  })
  const ageText = ({ dayAge, placedInDays, state }: House) => {
    if (dayAge !== null) return t($ => $.day, { day: dayAge })
    if (placedInDays !== null) return t($ => $.placedIn, { count: placedInDays })
    return state === null ? '—' : t($ => $.empty)
  }
  return [
    {
      key: 'dayAge',
      card: 'line',
      title: t($ => $.fields.dayAge),
      atEnd: true,
      // For a house that is not shared it is unknown here whether it has birds.
      render: house => <span className="num">{ageText(house)}</span>,
    },
    birds('aliveCount'),
    { ...birds('flockCount'), isExtra: true },
    day('flockStartedOn'),
    { ...day('flockHatchedOn'), isExtra: true },
  ]
}
