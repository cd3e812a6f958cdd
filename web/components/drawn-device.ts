import type { HouseOnMonitor } from '#shared/contracts/houses.ts'

/** Whose stored values a chart of the house is asked for; those of the main controller are the house's. */
export const drawnDevice = ({
  iotId,
  mainId,
}: Pick<HouseOnMonitor, 'iotId' | 'mainId'>): { deviceId?: string } =>
  iotId === null || iotId === mainId ? {} : { deviceId: iotId }
