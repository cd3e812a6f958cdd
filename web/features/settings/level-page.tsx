import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { equipmentOf } from '#shared/house-equipment.ts'
import type { LevelAir } from '#shared/physics/house-air.ts'
import { airOfLevels } from '#shared/setting-levels.ts'
import { formatSignal, unitWord } from '#shared/signals.ts'
import { shownUnit } from '#shared/units.ts'
import { WaitForReadings } from '#web/components/wait-for-readings.tsx'
import { useReading, useWatch } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { AirNeeds } from './air-needs.tsx'
import { GroupForm } from './group-form.tsx'
import { LevelNow } from './level-now.tsx'
import { isConstant } from './level-rows.ts'
import { OfHouse } from './of-house.tsx'

const LEVEL = 'Vent/Level'
const CYCLE = ['CycleOn', 'CycleOff'] as const

/** `/deviceSetting/ventilationLevel?houseId=`: what each level switches and delivers, and the house's current level. */
export function LevelPage() {
  return <OfHouse group="levels">{data => <Levels data={data} />}</OfHouse>
}

function Levels({ data }: { data: SettingsOfGroup }) {
  const { t } = useTranslation('settings')
  useWatch(useMemo(() => [data.house.id], [data.house.id]))
  const level = useReading(data.device.id, LEVEL)?.[0]
  const current = typeof level === 'number' ? level : null
  const columnsOf = useAirColumns(data.house)
  return (
    <>
      <LevelNow iotId={data.device.id} level={current} />
      <WaitForReadings device={data.device} />
      <GroupForm
        data={data}
        above={draft => <AirNeeds data={data} document={draft.document} />}
        rows={draft => ({
          current: current === null ? undefined : `Settings/Vent/L${String(current).padStart(2, '0')}`,
          computed: columnsOf(draft.document),
          instead: row => (isConstant(row, draft) ? { columns: CYCLE, says: t($ => $.constantOn) } : null),
        })}
      />
    </>
  )
}

/** What the levels deliver in this house: computed columns beside the settings. */
function useAirColumns(house: SettingsOfGroup['house']) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const equipment = useMemo(() => equipmentOf(house), [house])
  const { alive } = house
  const columns = [
    { key: 'airflow', unit: 'm³/h', decimals: 0, of: (air: LevelAir) => air.airflow },
    {
      key: 'perBird',
      unit: 'm³/h',
      decimals: 2,
      of: (air: LevelAir) => (alive > 0 ? air.airflow / alive : null),
    },
    { key: 'exchange', unit: 's', decimals: 0, of: (air: LevelAir) => air.exchange },
    { key: 'speed', unit: 'm/s', decimals: 2, of: (air: LevelAir) => air.speed },
  ] as const
  return (document: Parameters<typeof airOfLevels>[0]) => {
    const airs = airOfLevels(document, equipment)
    return columns.map(({ key, unit, decimals, of }) => ({
      key,
      title: t($ => $.air[key]),
      unit: unitWord(unit, reader),
      of: (row: { key: string }) => {
        const air = airs.get(Number(row.key.slice(-2)))
        const value = air && of(air)
        if (value === null || value === undefined) return null
        const shown = shownUnit(unit, reader.units)
        // The unit stands above the column.
        return formatSignal(shown.shown(value), { unit: '', decimals: shown.decimals(decimals) }, reader)
      },
    }))
  }
}
