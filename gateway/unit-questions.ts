import { setTimeout as pause } from 'node:timers/promises'
import { type Field, type FieldValue, meaningOf } from '#shared/register-maps/values.ts'
import { type Block, planReads, type Split, wordsIn } from './blocks.ts'
import type { Bus } from './bus.ts'
import type { Unit } from './config.ts'
import type { Counters } from './counters.ts'
import type { Request } from './modbus/pdu.ts'
import { isSwitch } from './signals.ts'

export type Ask = Bus['ask']

export const isSplit = (what: Block | Split): what is Split => 'field' in what

/** Questions to one device, and what its answers mean. */
export interface UnitQuestions {
  /** Everything a question covers; without a field whose halves did not belong together. */
  valuesOf(ask: Ask, what: Block | Split): Promise<Map<Field, FieldValue>>
  /**
   * The words of fields as they are now.
   * @throws ModbusError
   */
  wordsOf(ask: Ask, fields: readonly Field[]): Promise<Map<Field, number[]>>
  /** What words of a field mean. */
  meaning(field: Field, words: readonly number[]): FieldValue
  /** The first thing to ask of a device, to see whether it lives. */
  opening(what: Block | Split): Request
}

/**
 * @param livesFor ms since the device came to life
 */
export function unitQuestions(unit: Unit, counters: Counters, livesFor: () => number): UnitQuestions {
  const { manner } = unit.map
  const switches = new Map(unit.fields.map(field => [field, isSwitch(field)]))
  const read = (table: Field['table'], address: number, count: number): Request => ({
    kind: 'read',
    unit: unit.unit,
    table,
    address,
    count,
  })
  const askBlock = (ask: Ask, { table, address, count }: Block) =>
    ask(read(table, address, count), manner.timeoutMs)

  function meaning(field: Field, words: readonly number[]): FieldValue {
    const value = field.wraps
      ? counters.follow(unit, field, words)
      : meaningOf(field, words, switches.get(field) ?? false)
    const isWarmingUp = field.warmUpS !== undefined && livesFor() < field.warmUpS * 1000
    return isWarmingUp && value === 0 ? null : value
  }

  /** The words of a value in distant registers: if the first changed meanwhile, they do not belong together. */
  async function splitWords(ask: Ask, { field }: Split): Promise<number[] | null> {
    const words: number[] = []
    for (const place of [...field.places, field.places[0] as number]) {
      const [word] = await ask(read(field.table, place, 1), manner.timeoutMs)
      words.push(word as number)
      await pause(manner.pauseMs)
    }
    const again = words.pop()
    return again === words[0] ? words : null
  }

  return {
    meaning,
    async valuesOf(ask, what) {
      if (isSplit(what)) {
        const words = await splitWords(ask, what)
        return new Map(words ? [[what.field, meaning(what.field, words)]] : [])
      }
      const words = await askBlock(ask, what)
      return new Map(what.fields.map(field => [field, meaning(field, wordsIn(what, words, field))]))
    },
    async wordsOf(ask, fields) {
      const { blocks, splits } = planReads(fields, manner)
      const found = new Map<Field, number[]>()
      for (const block of blocks) {
        const words = await askBlock(ask, block)
        for (const field of block.fields) found.set(field, wordsIn(block, words, field))
        await pause(manner.pauseMs)
      }
      for (const split of splits) {
        const words = await splitWords(ask, split)
        if (words) found.set(split.field, words)
      }
      return found
    },
    opening: what =>
      isSplit(what)
        ? read(what.field.table, what.field.places[0] as number, 1)
        : read(what.table, what.address, what.count),
  }
}
