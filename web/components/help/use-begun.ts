import { useQuery } from '@tanstack/react-query'
import { alarmLabel } from '#shared/alarms.ts'
import { type AlarmDetail, alarms } from '#shared/contracts/alarms.ts'
import { houses } from '#shared/contracts/houses.ts'
import { momentOf } from '#shared/dates.ts'
import { machineOfAlarm } from '#shared/fault-machines.ts'
import type { Machine } from '#shared/machines.ts'
import { type Language, text, textIn } from '#shared/text.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

interface Named {
  id: string
  name: string
}

/** What a ticket starts with when the user comes from an alarm, a house or a device. */
export interface Begun {
  house: Named | null
  device: Named | null
  /** The machine that the alarm is about; null without one. */
  machine: Machine | null
  /** The alarm's name; empty without one. */
  title: string
  /** The alarm in one line: its name, where, since when; without one what the viewer had typed, if anything. */
  says: string
}

/**
 * Resolves an address (the ids `?alarm=`, `?houseId=`, `?device=`, the words `?says=`); undefined while loading. What is
 * gone or the viewer may not read is left out.
 */
export function useBegun({
  alarm,
  house,
  houseId: named = house,
  device,
  says = '',
}: Readonly<Record<string, string>>): Begun | undefined {
  const language = usePreferences(({ language }) => language)
  const mayReadAlarm = useMayCall(alarms.get)
  const mayReadHouse = useMayCall(houses.get)
  const ofAlarm = useQuery({
    queryKey: [alarms.get.path, alarm],
    queryFn: () => call(alarms.get, { params: { id: alarm ?? '' } }),
    enabled: mayReadAlarm && alarm !== undefined,
    retry: false,
  })
  const houseId = named ?? ofAlarm.data?.houses[0]?.id
  const ofHouse = useQuery({
    queryKey: [houses.get.path, houseId],
    queryFn: () => call(houses.get, { params: { id: houseId ?? '' } }),
    enabled: mayReadHouse && houseId !== undefined,
    retry: false,
  })
  if (ofAlarm.isLoading || ofHouse.isLoading) return undefined
  const deviceId = device ?? ofAlarm.data?.iotId
  const served = ofHouse.data?.devices.find(({ id }) => id === deviceId)
  return {
    house: ofHouse.data ? { id: ofHouse.data.id, name: ofHouse.data.name } : null,
    device: served ? { id: served.id, name: served.code } : null,
    machine: ofAlarm.data ? machineOfAlarm(ofAlarm.data.code) : null,
    title: ofAlarm.data ? alarmLabel(ofAlarm.data.code)[language] : '',
    says: ofAlarm.data ? sentenceOf(ofAlarm.data, language) : says,
  }
}

const raised = text('报警时间', 'raised')

function sentenceOf({ code, houses: at, raisedAt, timeZone }: AlarmDetail, language: Language): string {
  const where = at.map(({ name }) => name).join(language === 'zh-CN' ? '、' : ', ')
  const since = `${textIn(raised, language)} ${momentOf(new Date(raisedAt), language, timeZone)}`
  return [where, alarmLabel(code)[language], since].filter(Boolean).join(' · ')
}
