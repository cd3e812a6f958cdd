import { nodeMetric } from '#shared/node-birth.ts'
import { DocumentError, readDocument } from '#shared/register-maps/documents.ts'
import { RegisterMap } from '#shared/register-maps/register-map.ts'
import { type FieldAnswer, type TrialAnswer, TrialQuestion } from '#shared/register-maps/trial.ts'
import { type Field, fieldsOf } from '#shared/register-maps/values.ts'
import type { Metric } from '#shared/sparkplug/types.ts'
import { planReads } from './blocks.ts'
import type { Bus } from './bus.ts'
import { ModbusError } from './modbus/pdu.ts'
import { type WordQuestions, wordQuestions } from './word-questions.ts'

/** ms after which nothing more is asked for a trial: the bus has its own work */
const LONGEST = 20_000
/** times that a question without an answer is asked */
const TRIES = 2

interface Options {
  buses: ReadonlyMap<string, Bus>
  /** Publishes metrics of the gateway's own. */
  publish(metrics: Metric[]): void
  say(text: string): void
}

/**
 * Tries maps that are being written against devices, while everything else is read as before. Each question waits for its turn
 * on the bus, one trial at a time, and nothing is ever written.
 */
export function mapTrials({ buses, publish, say }: Options) {
  let isBusy = false
  const tell = (answer: TrialAnswer) =>
    publish([nodeMetric(Date.now(), 'Gateway/Answer', JSON.stringify(answer))])

  async function run({ id, bus: name, unit, map: yaml }: TrialQuestion): Promise<TrialAnswer> {
    const failed = (trouble: TrialAnswer['trouble'], other: number | null = null): TrialAnswer => ({
      id,
      trouble,
      other,
      fields: [],
    })
    if (isBusy) return failed('busy')
    const bus = buses.get(name)
    if (!bus) return failed('bus')
    const map = readMap(yaml)
    if (!map) return failed('map')
    isBusy = true
    try {
      return { ...failed(null), fields: await readAll(bus, wordQuestions(unit, map), map) }
    } catch (error) {
      if (!(error instanceof ModbusError) || error.trouble === 'exception') throw error
      return failed(error.trouble, error.trouble === 'otherUnit' ? (error.code ?? null) : null)
    } finally {
      isBusy = false
    }
  }

  return {
    /** What it announces at birth: on which buses a map can be tried. */
    about: (now: number): Metric[] => [
      nodeMetric(now, 'Gateway/Buses', JSON.stringify([...buses.keys()])),
      nodeMetric(now, 'Gateway/Answer', null),
    ],
    /** Answers a question, JSON; one that cannot be read is nobody's. */
    take(question: string): void {
      const read = TrialQuestion.safeParse(jsonOf(question))
      if (read.success) {
        say(`a register map is tried: ${read.data.bus}, unit ${read.data.unit}`)
        void run(read.data).then(tell)
      } else say('a question about a register map could not be read')
    },
  }
}

/** Everything of a map, question by question, as the gateway would read it every few seconds. */
async function readAll(bus: Bus, questions: WordQuestions, map: RegisterMap): Promise<FieldAnswer[]> {
  const fields = fieldsOf(map)
  const { blocks, splits } = planReads(fields, map.manner)
  const until = performance.now() + LONGEST
  const found = new Map<Field, FieldAnswer>()

  async function read(together: readonly Field[]): Promise<void> {
    if (performance.now() > until) return
    const words = await again(() => questions.all(bus.ask, together))
    if (words === 'refused' && together.length > 1) for (const field of together) await read([field])
    else
      for (const field of together)
        found.set(field, words === 'refused' ? words : (words.get(field) ?? 'torn'))
  }

  for (const block of blocks) await read(block.fields)
  for (const { field } of splits) await read([field])
  return fields.map(field => found.get(field) ?? 'unread')
}

/** @throws ModbusError if the device does not answer */
async function again<T>(ask: () => Promise<T>): Promise<T | 'refused'> {
  for (let tries = 1; ; tries++)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ModbusError)) throw error
      if (error.trouble === 'exception') return 'refused'
      if (tries === TRIES || error.trouble === 'closed') throw error
    }
}

function readMap(yaml: string): RegisterMap | undefined {
  try {
    return readDocument(yaml, RegisterMap, '').value
  } catch (error) {
    if (error instanceof DocumentError) return undefined
    throw error
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
