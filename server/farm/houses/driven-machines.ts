import type { Machine } from '#shared/machines.ts'
import type { LatestReading } from '../../telemetry/device-side.ts'

/** The machine a relay drives, by ranges of its function code: from, to and the machine. */
const driven: readonly (readonly [from: number, to: number, machine: Machine])[] = [
  [1, 12, 'fan'],
  [13, 18, 'heater'],
  [19, 19, 'pad'],
  [21, 24, 'inlet'],
  [25, 26, 'tunnelDoor'],
  [27, 30, 'light'],
  [31, 31, 'feedLine'],
  [32, 32, 'waterLine'],
  [33, 33, 'alarm'],
  [34, 34, 'eggBelt'],
  [35, 35, 'manureBelt'],
]
const RELAYS = 64

/** The machines that a controller says its relays drive, and by how many relays. They are settings: RC. */
export function drivenMachines(
  readings: ReadonlyMap<string, LatestReading> | undefined,
): Map<Machine, number> {
  const found = new Map<Machine, number>()
  for (let relay = 1; relay <= RELAYS; relay++) {
    const value = readings?.get(`Settings/Relay/R${String(relay).padStart(2, '0')}/Function`)?.value
    const code = Number(value ?? 0)
    const machine = driven.find(([from, to]) => code >= from && code <= to)?.[2]
    if (machine) found.set(machine, (found.get(machine) ?? 0) + 1)
  }
  return found
}
