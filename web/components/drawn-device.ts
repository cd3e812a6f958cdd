import type { HouseOnMonitor } from '#shared/contracts/houses.ts'

/** The device whose stored values a house's chart requests; the main controller's values are the house's own. */
export const drawnDevice = ({
  iotId,
  mainId,
}: Pick<HouseOnMonitor, 'iotId' | 'mainId'>): { deviceId?: string } =>
  iotId === null || iotId === mainId ? {} : { deviceId: iotId }
