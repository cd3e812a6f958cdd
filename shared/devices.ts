/** What can be registered. A gateway holds the credential; each of the others names its gateway. */
export const deviceTypes = ['gateway', 'controller', 'scale', 'egg_counter', 'weather_station'] as const
export type DeviceType = (typeof deviceTypes)[number]

/** What can serve a house: all but the gateway through which they communicate. */
export const servingTypes = ['controller', 'scale', 'egg_counter', 'weather_station'] as const

/** UNACTIVE never born · ONLINE born · OFFLINE dead or disconnected · DISABLE refused by an administrator. */
export const deviceStatuses = ['UNACTIVE', 'ONLINE', 'OFFLINE', 'DISABLE'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]

export type SignalGrade = 'good' | 'fair' | 'weak'

/** How good a radio signal of this many dBm is. */
export const gradeOfSignal = (dBm: number): SignalGrade =>
  dBm >= -70 ? 'good' : dBm >= -85 ? 'fair' : 'weak'

/** The first messages of a gateway and of each device behind it: everything they have to report. */
export const birthKinds = ['NBIRTH', 'DBIRTH'] as const
export type BirthKind = (typeof birthKinds)[number]
