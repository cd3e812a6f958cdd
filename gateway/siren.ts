import { setTimeout as pause } from 'node:timers/promises'
import { type Table, tables } from '#shared/register-maps/registers.ts'
import type { Bus } from './bus.ts'
import type { Keeper } from './keeper.ts'
import type { ButtonConfig, SirenConfig } from './local-config.ts'
import { type Critical, type SirenMemory, sirenBook } from './siren-memory.ts'

/** ms between two looks at the relay: a board that lost its power comes back silent */
const LOOK = 10_000
/** ms until a relay that does not answer is asked again: it must not cost its bus more than a fifth of its time */
const RETRY = 5_000
/** ms within which relay and button answer */
export const SWITCH_TIMEOUT = 1_000
/** ms between two looks at the button while it sounds */
const BUTTON = 300
/** ms for which a test sounds */
const TEST = 5_000

/** What there is to say of a siren. */
export interface SirenState {
  /** keys of the alarms it is to sound for; none while it is silent */
  soundsFor: readonly string[]
  silenced: readonly string[]
  isTested: boolean
  /** Whether its relay does what it should; undefined until that was looked at. */
  isObeyed: boolean | undefined
}

/** A siren at the farm. */
export interface Siren {
  start(): void
  /** Takes note of the alarms and whether the server is reached. */
  look(isReached: boolean, criticals: readonly Critical[]): void
  /** Silences what sounds; returns how many alarms that is. */
  silence(): number
  /** Lets it sound for a few seconds. */
  test(): void
  state(): SirenState
  stop(): void
}

interface SirenOptions {
  config: SirenConfig
  buses: ReadonlyMap<string, Bus>
  keeper: Keeper<SirenMemory>
  say(text: string): void
}

/** A siren that is not yet switched. */
export function makeSiren({ config, buses, keeper, say }: SirenOptions): Siren {
  const book = sirenBook({
    keeper,
    now: performance.now(),
    afterMs: config.afterS * 1_000,
    againMs: config.againMin * 60_000,
  })
  const relay = relayOf(config, buses.get(config.bus) as Bus)
  let soundsFor: readonly string[] = []
  let testUntil = 0
  /** Until the alarms were looked at once, the relay stays as it is. */
  let wanted: boolean | undefined
  let isObeyed: boolean | undefined
  let isStopped = true
  let wake = new AbortController()

  function decide(): void {
    const next = soundsFor.length > 0 || performance.now() < testUntil
    if (next === wanted) return
    wanted = next
    wake.abort()
  }

  /** Has the relay as wanted, and says when that fails. Whatever is wrong, it is tried again. */
  async function drive(isOn: boolean): Promise<void> {
    const trouble = await relay(isOn).then(
      taken => (taken ? undefined : 'its relay does not take it'),
      (error: Error) => error.message,
    )
    if ((trouble === undefined) !== isObeyed) say(`siren: ${trouble ?? 'its relay answers'}`)
    isObeyed = trouble === undefined
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      // Before it drives: what is decided meanwhile ends the pause after it.
      wake = new AbortController()
      if (wanted !== undefined) await drive(wanted)
      await sleep(isObeyed === false ? RETRY : LOOK, wake.signal)
    }
  }

  function silence(): number {
    testUntil = 0
    const count = book.silence(performance.now())
    soundsFor = []
    decide()
    return count
  }

  const { button } = config
  /** Only a press that begins while it sounds counts: a switch that is stuck must not silence what comes later. */
  async function watchButton(isPressed: ReturnType<typeof pressOf>): Promise<void> {
    let before = true
    while (!isStopped) {
      const now = soundsFor.length > 0 ? await isPressed() : true
      if (now && !before && silence() > 0) say('siren: silenced by its button')
      before = now ?? before
      await sleep(now === undefined ? RETRY : BUTTON)
    }
  }

  return {
    start() {
      isStopped = false
      void run()
      if (button) void watchButton(pressOf(button, buses.get(button.bus) as Bus))
    },
    look(isReached, criticals) {
      const next = book.look(performance.now(), isReached, criticals)
      for (const key of next) if (!soundsFor.includes(key)) say(`siren: sounds for ${key}`)
      soundsFor = next
      decide()
    },
    silence,
    test() {
      testUntil = performance.now() + TEST
      decide()
    },
    state: () => ({
      soundsFor,
      silenced: book.silenced(),
      isTested: performance.now() < testUntil,
      isObeyed,
    }),
    stop() {
      isStopped = true
      wake.abort()
    },
  }
}

const sleep = (ms: number, signal?: AbortSignal) =>
  pause(ms, undefined, { signal, ref: false }).catch(() => {})

/** Where a relay or a button is. */
export interface SwitchPlace {
  unit: number
  table: Table
  address: number
}

export const relayPlace = ({ unit, coil, register }: SirenConfig) =>
  coil === undefined
    ? ({ unit, table: 'holding', address: register as number } as const)
    : ({ unit, table: 'coil', address: coil } as const)

export function buttonPlace({ unit, ...at }: ButtonConfig): SwitchPlace {
  const table = tables.find(each => at[each] !== undefined) as Table
  return { unit, table, address: at[table] as number }
}

/** Switches a relay where it is not as wanted, and reads it back; whether it is then as wanted. */
function relayOf(config: SirenConfig, bus: Bus) {
  const place = relayPlace(config)
  const read = { kind: 'read', ...place, count: 1 } as const
  return (isOn: boolean): Promise<boolean> =>
    bus.alone(async ask => {
      const word = isOn ? config.on : config.off
      const [before] = await ask(read, SWITCH_TIMEOUT)
      if (before === word) return true
      await ask({ kind: 'write', ...place, words: [word], way: 'single' }, SWITCH_TIMEOUT)
      const [after] = await ask(read, SWITCH_TIMEOUT)
      return after === word
    })
}

/** Whether a button is pressed; undefined if it does not say. */
function pressOf(config: ButtonConfig, bus: Bus) {
  const place = buttonPlace(config)
  return (): Promise<boolean | undefined> =>
    bus.ask({ kind: 'read', ...place, count: 1 }, SWITCH_TIMEOUT).then(
      ([word]) => (word !== 0) !== config.inverted,
      () => undefined,
    )
}
