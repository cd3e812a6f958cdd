import { gte } from 'drizzle-orm'
import { explainsJump } from '#shared/meter-exchange.ts'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { meterExchange } from '../../platform/database/tables/meters.ts'
import { inRound } from '../../platform/rounds.ts'

/** A jump of a meter is forgotten long before. ms */
const KEPT_MS = 7 * 86_400_000

/** The exchanges of meters that people told lately, held in memory. */
export interface ToldExchanges {
  /** Whether one of a device's meter explains that it jumped at a time, ms since 1970. */
  explain(deviceId: string, metric: string, jumpedAt: number): boolean
  stop(): Promise<void>
}
export const noExchanges: ToldExchanges = { explain: () => false, stop: async () => {} }

/** Reads them, and again whenever any process has told or taken back one: then `changed` is called with its device. */
export async function openExchanges(
  store: Store,
  changed: (deviceId: string) => void,
  failed: (error: unknown) => void,
): Promise<ToldExchanges> {
  let told = new Map<string, { at: number }[]>()
  const key = (deviceId: string, metric: string) => `${deviceId} ${metric}`
  const read = async () => {
    const rows = await store
      .scoped(SYSTEM)
      .select()
      .from(meterExchange)
      .where(gte(meterExchange.at, new Date(Date.now() - KEPT_MS)))
    told = Map.groupBy(
      rows.map(({ deviceId, metric, at }) => ({ key: key(deviceId, metric), at: at.getTime() })),
      row => row.key,
    )
  }
  await read()
  let reading = Promise.resolve()
  const again = (deviceId?: string) => {
    const tell = () => {
      if (deviceId !== undefined) changed(deviceId)
    }
    reading = inRound('meterExchanges', () => reading.then(read).then(tell)).catch(failed)
  }
  // Changes made before we listened are read when listening begins.
  const listening = store.listen('meter_exchange', { heard: again, began: () => again() })
  return {
    explain: (deviceId, metric, jumpedAt) =>
      told.get(key(deviceId, metric))?.some(exchange => explainsJump(exchange, jumpedAt)) ?? false,
    async stop() {
      await listening.stop()
      await reading
    },
  }
}
