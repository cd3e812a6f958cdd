import { isSwitch } from '#shared/register-maps/is-switch.ts'
import { wireName } from '#shared/register-maps/register-map.ts'
import { type Field, type FieldValue, meaningOf } from '#shared/register-maps/values.ts'
import { labelOfMetric, metricByName, settingByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { planReads, wordsIn } from './blocks.ts'
import type { BusConfig, Unit, Wiring } from './config.ts'
import type { Line } from './modbus/line.ts'
import { ModbusError, type Request } from './modbus/pdu.ts'
import { openNetworkPort, openSerial, openSocket, type SerialSettings } from './modbus/ports.ts'
import { rtuLine } from './modbus/rtu.ts'
import { tcpLine } from './modbus/tcp.ts'
import { buttonPlace, relayPlace, SWITCH_TIMEOUT, type SwitchPlace } from './siren.ts'
import { type Speaker, speaker } from './words.ts'

type Say = (line: string) => void

/** Speeds that devices leave their makers with, most usual first. */
const SPEEDS = [9600, 19_200, 4800, 2400, 38_400, 57_600, 115_200] as const
const PARITIES = ['none', 'even', 'odd'] as const
/** ms in which an id that is only tried has to answer */
const QUICK = 120
const LAST_ID = 247
/** ms for which nothing is asked after a question without an answer */
const DRAIN = 20

/** What came of asking a device for everything once. */
type Found = { values: Map<Field, FieldValue> } | { error: ModbusError; request: Request }

/**
 * Asks every device of a configuration once, and says in words what is wrong with wiring, ids and speed. The gateway must not
 * run meanwhile: a bus has one master.
 * @returns whether everything is good
 */
export async function checkWiring(setup: Wiring, language: Language, say: Say): Promise<boolean> {
  const speak = speaker(language)
  let problems = 0
  for (const bus of setup.buses) {
    const units = setup.controllers.flatMap(({ units: all }) => all.filter(unit => unit.bus === bus.name))
    say(speak('bus', { bus: bus.name, where: whereOf(bus, speak) }))
    const line = lineOf(bus)
    try {
      problems += await checkBus({ bus, line, units, speak, say, language })
      for (const place of sirenOn(bus, setup)) problems += await checkSwitch(line, place, speak, say)
    } finally {
      line.close()
    }
  }
  say(problems === 0 ? speak('allGood') : speak('someWrong', { count: problems }))
  return problems === 0
}

/** Relay and button of the siren, where they are on a bus. */
function sirenOn(bus: BusConfig, { siren }: Wiring): { what: 'relay' | 'button'; place: SwitchPlace }[] {
  if (!siren) return []
  const { button } = siren
  return [
    ...(siren.bus === bus.name ? [{ what: 'relay', place: relayPlace(siren) } as const] : []),
    ...(button?.bus === bus.name ? [{ what: 'button', place: buttonPlace(button) } as const] : []),
  ]
}

async function checkSwitch(
  line: Line,
  { what, place }: ReturnType<typeof sirenOn>[number],
  speak: Speaker,
  say: Say,
): Promise<number> {
  const answer = await askThrice(line, { kind: 'read', ...place, count: 1 }, SWITCH_TIMEOUT)
  const isBad = answer instanceof ModbusError
  const { unit, table, address } = place
  const at = { what: speak(what), unit, table, address }
  say(isBad ? speak('switchBad', { ...at, why: answer.message }) : speak('switchGood', at))
  return isBad ? 1 : 0
}

interface BusCheck {
  bus: BusConfig
  line: Line
  units: readonly Unit[]
  speak: Speaker
  say: Say
  language: Language
}

async function checkBus(check: BusCheck): Promise<number> {
  const { bus, line, units, speak, say } = check
  const found = new Map<Unit, Found>()
  for (const unit of units) {
    const result = await askUnit(line, unit)
    found.set(unit, result)
    if ('error' in result && result.error.trouble === 'closed') {
      say(speak(bus.serial ? 'closed' : 'unreachable', { why: result.error.message }))
      return 1
    }
  }
  const isHeard = (result: Found) => !('error' in result) || result.error.trouble === 'exception'
  const some = [...found.values()].some(isHeard)
  let problems = 0
  const silent: Unit[] = []
  for (const [unit, result] of found) {
    const isBad = 'error' in result
    if (isBad) problems++
    tellUnit(check, unit, result, some)
    if (isBad && result.error.trouble === 'silent') silent.push(unit)
  }
  if (silent.length > 0) await lookFor(check, silent, some)
  return problems
}

/** Reads everything of a device, each question up to three times. */
async function askUnit(line: Line, { unit, fields, map: { manner } }: Unit): Promise<Found> {
  const values = new Map<Field, FieldValue>()
  const { blocks, splits } = planReads(fields, manner)
  const read = (table: Field['table'], address: number, count: number): Request => ({
    kind: 'read',
    unit,
    table,
    address,
    count,
  })
  for (const block of blocks) {
    const request = read(block.table, block.address, block.count)
    const words = await askThrice(line, request, manner.timeoutMs)
    if (words instanceof ModbusError) return { error: words, request }
    for (const field of block.fields)
      values.set(field, meaningOf(field, wordsIn(block, words, field), isSwitch(field)))
  }
  for (const { field } of splits) {
    const parts: number[] = []
    for (const place of field.places) {
      const request = read(field.table, place, 1)
      const words = await askThrice(line, request, manner.timeoutMs)
      if (words instanceof ModbusError) return { error: words, request }
      parts.push(...words)
    }
    values.set(field, meaningOf(field, parts, isSwitch(field)))
  }
  return { values }
}

async function askThrice(line: Line, request: Request, timeoutMs: number): Promise<number[] | ModbusError> {
  let worst: ModbusError | undefined
  for (let tries = 0; tries < 3; tries++) {
    try {
      return await line.ask(request, timeoutMs)
    } catch (error) {
      if (!(error instanceof ModbusError)) throw error
      if (error.trouble === 'exception' || error.trouble === 'closed') return error
      // Noise says more than silence.
      if (!worst || worst.trouble === 'silent') worst = error
    }
  }
  return worst as ModbusError
}

function tellUnit({ speak, say, language }: BusCheck, unit: Unit, found: Found, someAnswer: boolean): void {
  const about = { unit: unit.unit, map: unit.map.map }
  if (!('error' in found)) {
    say(speak('good', about))
    for (const [field, value] of found.values)
      if (wireName(field) !== undefined)
        say(speak('value', { name: nameOf(field, language), value: sayValue(field, value, speak) }))
    return
  }
  const { error, request } = found
  const refused = {
    table: request.kind === 'read' ? request.table : '',
    register: request.address,
    why: error.message,
  }
  if (error.trouble === 'exception') say(speak('exception', { ...about, ...refused }))
  else if (error.trouble === 'otherUnit') say(speak('otherUnit', { ...about, other: error.code ?? '' }))
  else if (error.trouble === 'half') say(speak('half', about))
  else if (error.trouble === 'noise') {
    say(speak('noise', about))
    if (someAnswer) say(speak('onlyThisNoise', about))
  } else say(speak('silent', about))
}

/** A device that says nothing: does another id answer, or another speed? */
async function lookFor(
  { bus, line, units, speak, say }: BusCheck,
  silent: readonly Unit[],
  someAnswer: boolean,
): Promise<void> {
  const isHeard = someAnswer || !bus.serial
  const speed = isHeard ? undefined : await answeringSpeed(line, bus, silent)
  if (speed) {
    say(speak('otherSpeed', { baud: speed.baud, parity: speak(speed.parity) }))
    return
  }
  const known = new Set(units.map(({ unit }) => unit))
  const others = await answeringIds(line, silent[0] as Unit, known)
  if (others.length > 0) say(speak('otherUnits', { units: others.join(', ') }))
  else if (someAnswer) say(speak('aloneSilent'))
  else say(speak('allSilent'))
}

const firstQuestion = ({ fields, map: { manner } }: Unit, unit: number): Request => {
  const { blocks, splits } = planReads(fields, manner)
  const [block] = blocks
  const table = block?.table ?? (splits[0]?.field.table as Field['table'])
  return { kind: 'read', unit, table, address: block?.address ?? splits[0]?.field.places[0] ?? 0, count: 1 }
}

/** Ids that answer anything to the first question of a device, exceptions too. */
async function answeringIds(line: Line, unit: Unit, known: ReadonlySet<number>): Promise<number[]> {
  const found = new Set<number>()
  for (let id = 1; id <= LAST_ID; id++) {
    if (known.has(id)) continue
    const answer = await answering(line, firstQuestion(unit, id), QUICK)
    // One that is slow answers while the next is asked, under its own id.
    if (answer !== undefined && !known.has(answer)) found.add(answer)
  }
  return [...found]
}

/** The id that answers a question, if any. */
async function answering(line: Line, request: Request, timeoutMs: number): Promise<number | undefined> {
  try {
    await line.ask(request, timeoutMs)
    return request.unit
  } catch (error) {
    if (!(error instanceof ModbusError)) throw error
    if (error.trouble === 'exception') return request.unit
    return error.trouble === 'otherUnit' ? error.code : undefined
  }
}

/** Another speed or parity at which a device of the bus answers. The line is closed meanwhile: a port has one owner. */
async function answeringSpeed(
  own: Line,
  { serial }: BusConfig,
  units: readonly Unit[],
): Promise<SerialSettings | undefined> {
  if (!serial) return undefined
  await own.release()
  for (const parity of PARITIES)
    for (const baud of SPEEDS) {
      if (baud === serial.baud && parity === serial.parity) continue
      const settings = { ...serial, baud, parity }
      const line = rtuLine({ open: () => openSerial(settings), baud, drainMs: DRAIN })
      try {
        for (const unit of units.slice(0, 3)) {
          const timeoutMs = Math.min(unit.map.manner.timeoutMs, 500)
          if ((await answering(line, firstQuestion(unit, unit.unit), timeoutMs)) === unit.unit)
            return settings
        }
      } finally {
        await line.release()
      }
    }
  return undefined
}

function lineOf({ serial, tcp, rtuOverTcp }: BusConfig): Line {
  if (serial) return rtuLine({ open: () => openSerial(serial), baud: serial.baud, drainMs: DRAIN })
  const { host, port } = (rtuOverTcp ?? tcp) as NonNullable<BusConfig['tcp']>
  return rtuOverTcp
    ? rtuLine({ open: () => openNetworkPort(host, port), baud: 0, drainMs: DRAIN })
    : tcpLine({ open: () => openSocket(host, port) })
}

const whereOf = ({ serial, tcp, rtuOverTcp }: BusConfig, speak: Speaker): string =>
  serial
    ? speak('serial', { path: serial.path, baud: serial.baud, parity: speak(serial.parity) })
    : speak('network', tcp ?? rtuOverTcp ?? {})

function nameOf(field: Field, language: Language): string {
  if (field.label) return language === 'zh-CN' ? field.label.zh : field.label.en
  const name = wireName(field) ?? ''
  return labelOfMetric(name, language)
}

function sayValue(field: Field, value: FieldValue, speak: Speaker): string {
  if (value === null) return speak('noValue')
  const unit =
    metricByName.get(field.metric ?? '')?.unit ?? settingByName(field.setting ?? '')?.unit ?? field.unit ?? ''
  const isWord = ['bool', 'enum', 'bits', 'level', 'time', 'HH:MM', ''].includes(unit)
  return isWord ? String(value) : `${value} ${unit}`
}
