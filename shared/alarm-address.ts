import { hrefOf, paths } from './screens.ts'

/** An alarm by its id, or the one with this code that is open in a house, where only the house's state is known. */
export type AlarmAsked = { id: string } | { houseId: string; code: string }

/** Where an alarm itself is opened: on a phone alone, on a desk beside the list that it came from. */
export const alarmAddress = (asked: AlarmAsked): string =>
  hrefOf(
    paths.alarms,
    'id' in asked ? { alarm: asked.id } : { houseId: asked.houseId, open: 'open', first: asked.code },
  )
