import type { DeviceNow, HouseOnMonitor, HouseStateName, Reading } from '#shared/contracts/houses.ts'
import type { JobState } from '#shared/contracts/jobs.ts'
import type { CustomerStatus } from '#shared/customers.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import { sameAlarms } from '#shared/house-state.ts'
import { houseTemperature, MEAN, PROBES } from '#shared/house-temperature.ts'
import { type Doubts, doubtsAmong, leftOut } from '#shared/probe-doubts.ts'
import type { FrameData } from '#shared/realtime.ts'

/** State of a house as the server last reported it, with its alarms, worst first; `since` in ms since 1970. */
export interface LiveHouse {
  state: HouseStateName
  since: number | null
  alarms: HouseOnMonitor['alarms']
}

/** Progress of a job as the server last reported it. */
export interface LiveJob {
  state: JobState
  done: number
  total: number | null
}

type Told = Pick<DeviceNow, 'iotId' | 'lastMessageAt' | 'readings'>

/** What each device of a house reported, its main controller first. */
export const toldIn = ({ iotId, others, ...main }: HouseOnMonitor): DeviceNow[] =>
  iotId === null ? others : [{ ...main, iotId }, ...others]

/** Keys of the store, one per value, so that a message redraws only what shows it. */
export const keyOf = {
  /** of a device; null means no device, and nothing is ever known of it */
  reading: (iotId: string | null, metric: string) => `r\u0000${iotId}\u0000${metric}`,
  /** why values of a device are not believed */
  doubts: (iotId: string | null) => `q\u0000${iotId}`,
  /** from how many probes the shown mean temperature of a device is worked out; none is known if its controller told it */
  workedOut: (iotId: string | null) => `w\u0000${iotId}`,
  house: (houseId: string) => `h\u0000${houseId}`,
  /** server time of a device's last message, ms */
  heard: (iotId: string | null) => `t\u0000${iotId}`,
  device: (iotId: string) => `d\u0000${iotId}`,
  job: (jobId: string) => `j\u0000${jobId}`,
  customer: (id: string) => `c\u0000${id}`,
  unread: 'unread',
  /** how often a state of any house has been reported */
  houses: 'houses',
}

/** Where the mean stands as its controller told it; shown is what is believed. */
const TOLD_MEAN = `told ${MEAN}`
const TEMPERATURES: ReadonlySet<string> = new Set([MEAN, ...PROBES])

/** Merges what arrives at once and shows it together, once per frame of the screen. */
export interface LiveStore {
  /** Takes a frame of the server. */
  take(frame: FrameData): void
  /** Takes the known state of houses; newer readings already here stay. */
  /** Shown at once: what is drawn from the same answer must not miss it for a frame. */
  takeSnapshot(houses: readonly HouseOnMonitor[]): void
  read(key: string): unknown
  subscribe(key: string, listener: () => void): () => void
  /** Forgets everything, at signing out. */
  clear(): void
}

/** `schedule` calls back before the next frame is drawn; it is called once for any number of messages. */
export function createLiveStore(schedule: (flush: () => void) => void): LiveStore {
  const values = createDrawnValues(schedule)
  const { known, set } = values
  const { setDoubts, setReadings } = createBeliefs(values)
  /** Device → the house it serves. */
  const homes = new Map<string, string>()

  function setHouse(houseId: string, house: LiveHouse): void {
    const before = known.get(keyOf.house(houseId)) as LiveHouse | undefined
    const isSame = before?.state === house.state && before.since === house.since
    if (isSame && sameAlarms(before.alarms, house.alarms)) return
    set(keyOf.house(houseId), house)
    setDoubts(house.alarms, before?.alarms)
  }

  function setCustomer(id: string, status: CustomerStatus): void {
    if (known.get(keyOf.customer(id)) !== status) set(keyOf.customer(id), status)
  }

  /** An old message is not news, however late it arrives. */
  function setHeard(iotId: string, at: number | null): void {
    const before = (known.get(keyOf.heard(iotId)) as number | undefined) ?? 0
    if (at !== null && at > before) set(keyOf.heard(iotId), at)
  }

  /** What a device reported in another house does not count for this one. */
  function setDevice(houseId: string, { iotId, lastMessageAt, readings }: Told): void {
    if ((homes.get(iotId) ?? houseId) !== houseId) forgetDevice(iotId)
    homes.set(iotId, houseId)
    setReadings(iotId, readings)
    setHeard(iotId, lastMessageAt)
  }

  function take(frame: FrameData): void {
    switch (frame.dataType) {
      case 'DEVICE_DATA':
        setDevice(frame.chickenHouseId, {
          iotId: frame.iotId,
          lastMessageAt: frame.heardAt,
          readings: frame.values,
        })
        break
      case 'DEVICE_STATUS':
        set(keyOf.device(frame.iotId), frame.status satisfies DeviceStatus)
        break
      case 'WARNING_MESSAGE':
        setHouse(frame.chickenHouseId, { state: frame.state, since: frame.since, alarms: frame.alarms })
        set(keyOf.houses, ((known.get(keyOf.houses) as number | undefined) ?? 0) + 1)
        break
      case 'NOTICE':
        set(keyOf.unread, frame.unread)
        break
      case 'JOB':
        set(keyOf.job(frame.jobId), frame satisfies LiveJob)
        break
      case 'ACCESS':
        for (const houseId of frame.lost) forget(houseId)
        break
      case 'CUSTOMER_STATUS':
        for (const [id, status] of Object.entries(frame.statuses)) setCustomer(id, status)
        break
      // What depends on these is read again; a wall has a socket of its own.
      case 'SETTING_STATE':
      case 'LOGO':
      case 'RECORD':
      case 'WALL':
        break
    }
  }

  /** Takes off the screen what may no longer be seen. */
  function forget(houseId: string): void {
    const house = known.get(keyOf.house(houseId)) as LiveHouse | undefined
    setDoubts([], house?.alarms)
    if (house) set(keyOf.house(houseId), undefined)
    for (const [iotId, home] of homes) if (home === houseId) forgetDevice(iotId)
  }

  function forgetDevice(iotId: string): void {
    homes.delete(iotId)
    const readings = keyOf.reading(iotId, '')
    const others = [keyOf.heard(iotId), keyOf.workedOut(iotId)]
    for (const key of known.keys()) if (others.includes(key) || key.startsWith(readings)) set(key, undefined)
  }

  function takeSnapshot(houses: readonly HouseOnMonitor[]): void {
    for (const house of houses) {
      setHouse(house.id, {
        state: house.state,
        since: house.stateSince === null ? null : Date.parse(house.stateSince),
        alarms: house.alarms,
      })
      for (const told of toldIn(house)) setDevice(house.id, told)
    }
    values.flush()
  }

  return {
    take,
    takeSnapshot,
    read: values.read,
    subscribe: values.subscribe,
    clear() {
      homes.clear()
      values.clear()
    },
  }
}

const sameDoubts = (a: Doubts | undefined, b: Doubts | undefined): boolean =>
  a?.size === b?.size && [...(a ?? [])].every(([metric, { reason }]) => b?.get(metric)?.reason === reason)

type DrawnValues = ReturnType<typeof createDrawnValues>

/** What is believed of the values of each device. */
function createBeliefs({ known, set }: Pick<DrawnValues, 'known' | 'set'>) {
  /** Samples may arrive out of order: the newer one stays. An unchanged one redraws nothing. */
  function setReading(iotId: string, metric: string, reading: Reading): void {
    const key = keyOf.reading(iotId, metric === MEAN ? TOLD_MEAN : metric)
    const before = known.get(key) as Reading | undefined
    if (before?.[0] === reading[0] && before[1] === reading[1]) return
    if (before === undefined || reading[1] >= before[1]) set(key, reading)
  }

  function setReadings(iotId: string, readings: Told['readings']): void {
    const told = Object.entries(readings)
    for (const [metric, reading] of told) setReading(iotId, metric, reading)
    if (told.some(([metric]) => TEMPERATURES.has(metric))) settleMean(iotId)
  }

  /** Of the devices of a house, by its alarms now and before. */
  function setDoubts(alarms: LiveHouse['alarms'], before: LiveHouse['alarms'] = []): void {
    const byDevice = doubtsAmong(alarms)
    for (const iotId of new Set([...byDevice.keys(), ...before.map(({ iotId }) => iotId)])) {
      const doubts = byDevice.get(iotId)
      if (sameDoubts(known.get(keyOf.doubts(iotId)) as Doubts | undefined, doubts)) continue
      set(keyOf.doubts(iotId), doubts)
      settleMean(iotId)
    }
  }

  /** Shows the temperature of a house as the rules read it: told, or worked out from the probes that are believed. */
  function settleMean(iotId: string): void {
    const readingOf = (metric: string) => known.get(keyOf.reading(iotId, metric)) as Reading | undefined
    const told = (metric: string) => readingOf(metric === MEAN ? TOLD_MEAN : metric)?.[0]
    const doubted = leftOut(known.get(keyOf.doubts(iotId)) as Doubts | undefined)
    const read = (metric: string) => (doubted.has(metric) ? undefined : told(metric))
    const found = houseTemperature({ told, read, doubted })
    const probes = found?.probes || undefined
    const shown: Reading | undefined =
      found && probes
        ? [
            found.value,
            Math.max(...PROBES.map(name => (read(name) === undefined ? 0 : (readingOf(name)?.[1] ?? 0)))),
          ]
        : readingOf(TOLD_MEAN)
    const key = keyOf.reading(iotId, MEAN)
    const before = readingOf(MEAN)
    if (before?.[0] !== shown?.[0] || before?.[1] !== shown?.[1]) set(key, shown)
    if (known.get(keyOf.workedOut(iotId)) !== probes) set(keyOf.workedOut(iotId), probes)
  }

  return { setDoubts, setReadings }
}

/** Values by key: known at once, shown with the next frame of the screen. */
function createDrawnValues(schedule: (flush: () => void) => void) {
  const known = new Map<string, unknown>()
  const shown = new Map<string, unknown>()
  const changed = new Set<string>()
  const listeners = new Map<string, Set<() => void>>()

  function set(key: string, value: unknown): void {
    known.set(key, value)
    if (changed.size === 0) schedule(flush)
    changed.add(key)
  }

  function flush(): void {
    const keys = [...changed]
    changed.clear()
    for (const key of keys) shown.set(key, known.get(key))
    // A listener to many values is told once, not once per value: one message brings 80 of them.
    const told = new Set<() => void>()
    for (const key of keys) for (const tell of listeners.get(key) ?? []) told.add(tell)
    for (const tell of told) tell()
  }

  return {
    known: known as ReadonlyMap<string, unknown>,
    set,
    /** Shows what is known now, without waiting for the next frame. */
    flush,
    read: (key: string) => shown.get(key),
    subscribe(key: string, listener: () => void) {
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key)
      }
    },
    clear() {
      for (const key of known.keys()) changed.add(key)
      known.clear()
      flush()
      shown.clear()
    },
  }
}
