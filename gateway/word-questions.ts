import { setTimeout as pause } from 'node:timers/promises'
import type { RegisterMap } from '#shared/register-maps/register-map.ts'
import type { Field } from '#shared/register-maps/values.ts'
import { type Block, planReads, type Split, wordsIn } from './blocks.ts'
import type { Bus } from './bus.ts'
import type { Request } from './modbus/pdu.ts'

export type Ask = Bus['ask']

export const isSplit = (what: Block | Split): what is Split => 'field' in what

/** Questions to one device for the words in its registers; each may throw a ModbusError. */
export interface WordQuestions {
  block(ask: Ask, block: Block): Promise<number[]>
  /** The words of a value in distant registers; null if the first changed meanwhile: they do not belong together. */
  split(ask: Ask, split: Split): Promise<number[] | null>
  /** The words of fields as they are now, without a field whose halves did not belong together. */
  all(ask: Ask, fields: readonly Field[]): Promise<Map<Field, number[]>>
  /** The first thing to ask of a device, to see whether it lives. */
  opening(what: Block | Split): Request
}

/** @param address of the device on its bus */
export function wordQuestions(address: number, { manner }: Pick<RegisterMap, 'manner'>): WordQuestions {
  const read = (table: Field['table'], first: number, count: number): Request => ({
    kind: 'read',
    unit: address,
    table,
    address: first,
    count,
  })
  const block: WordQuestions['block'] = (ask, { table, address: first, count }) =>
    ask(read(table, first, count), manner.timeoutMs)

  const split: WordQuestions['split'] = async (ask, { field }) => {
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
    block,
    split,
    async all(ask, fields) {
      const { blocks, splits } = planReads(fields, manner)
      const found = new Map<Field, number[]>()
      for (const each of blocks) {
        const words = await block(ask, each)
        for (const field of each.fields) found.set(field, wordsIn(each, words, field))
        await pause(manner.pauseMs)
      }
      for (const each of splits) {
        const words = await split(ask, each)
        if (words) found.set(each.field, words)
      }
      return found
    },
    opening: what =>
      isSplit(what)
        ? read(what.field.table, what.field.places[0] as number, 1)
        : read(what.table, what.address, what.count),
  }
}
