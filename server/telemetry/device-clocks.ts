import type { Pool } from 'pg'
import { CLOCK_OFF_MS } from '#shared/limits.ts'
import type { Availability } from './availability.ts'
import { aheadBy, type ClockShift, createClock, type DeviceClock } from './device-clock.ts'
import type { KnownDevice } from './registry.ts'

/** A shift, stored before the reports whose times it corrected. */
export interface NewClock extends ClockShift {
  deviceId: string
}

/** The clocks of all devices; wrong ones are remembered over a restart. */
export interface DeviceClocks {
  of(deviceId: string): DeviceClock
  /** How far the device's clock is ahead of the server's, ms. */
  aheadBy(deviceId: string): number
  /** Notes a wrong clock in the gateway's connection history. `disbelieved`: a time from a message, or null. */
  note(gateway: KnownDevice, clock: DeviceClock, disbelieved: number | null, receivedAt: number): void
}

/** A wrong clock is noted once an hour. */
const NOTED_EVERY_MS = 3_600_000

/** Reads the stored shifts. */
export async function openDeviceClocks(pool: Pool, availability: Availability): Promise<DeviceClocks> {
  const { rows } = await pool.query<NewClock>(
    `select device_id as "deviceId", clock_shift_ms::float8 as shift, clock_from_ms::float8 as "from"
     from device_state where clock_shift_ms <> 0`,
  )
  const clocks = new Map(rows.map(row => [row.deviceId, createClock(row)]))
  const noted = new Map<string, number>()

  return {
    of(deviceId) {
      const found = clocks.get(deviceId)
      if (found) return found
      const made = createClock()
      clocks.set(deviceId, made)
      return made
    },
    aheadBy(deviceId) {
      const clock = clocks.get(deviceId)
      return clock ? aheadBy(clock) : 0
    },
    note(gateway, clock, disbelieved, receivedAt) {
      const skew = disbelieved === null ? aheadBy(clock) : disbelieved - receivedAt
      if (disbelieved === null && Math.abs(skew) < CLOCK_OFF_MS) return
      if (receivedAt - (noted.get(gateway.id) ?? 0) < NOTED_EVERY_MS) return
      noted.set(gateway.id, receivedAt)
      const off = `${Math.abs(Math.round(skew / 1_000))} s ${skew < 0 ? 'behind' : 'ahead of'} the server`
      const how = disbelieved === null ? 'readings keep their times' : 'readings take the time of the server'
      availability.note(gateway, 'clock', `the clock is ${off}; ${how}`)
    },
  }
}

/** A device's clock may be stored before its state is. */
export const INSERT_CLOCKS = `insert into device_state as s
    (device_id, office_path, farm_path, "values", saved_at, clock_shift_ms, clock_from_ms)
  select distinct on (d.id) d.id, d.office_path, coalesce(o.farm_path, d.office_path), '{}', now(), t.shift, t."from"
  from unnest($1::text[], $2::int8[], $3::int8[]) with ordinality t(device, shift, "from", i)
  join device d on d.id = t.device join office o on o.path = d.office_path
  order by d.id, t.i desc
  on conflict (device_id) do update
    set clock_shift_ms = excluded.clock_shift_ms, clock_from_ms = excluded.clock_from_ms`
