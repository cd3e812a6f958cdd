import { isSwitch } from '#shared/register-maps/is-switch.ts'
import { type Field, type FieldValue, meaningOf } from '#shared/register-maps/values.ts'
import { type Block, type Split, wordsIn } from './blocks.ts'
import type { Unit } from './config.ts'
import type { Counters } from './counters.ts'
import { type Ask, isSplit, type WordQuestions, wordQuestions } from './word-questions.ts'

/** Questions to one device, and what its answers mean. */
export interface UnitQuestions extends Pick<WordQuestions, 'opening'> {
  /** Everything a question covers; without a field whose halves did not belong together. */
  valuesOf(ask: Ask, what: Block | Split): Promise<Map<Field, FieldValue>>
  /**
   * The words of fields as they are now.
   * @throws ModbusError
   */
  wordsOf: WordQuestions['all']
  /** What words of a field mean. */
  meaning(field: Field, words: readonly number[]): FieldValue
}

/**
 * @param livesFor ms since the device came to life
 */
export function unitQuestions(unit: Unit, counters: Counters, livesFor: () => number): UnitQuestions {
  const switches = new Map(unit.fields.map(field => [field, isSwitch(field)]))
  const questions = wordQuestions(unit.unit, unit.map)

  function meaning(field: Field, words: readonly number[]): FieldValue {
    const value = field.wraps
      ? counters.follow(unit, field, words)
      : meaningOf(field, words, switches.get(field) ?? false)
    const isWarmingUp = field.warmUpS !== undefined && livesFor() < field.warmUpS * 1000
    return isWarmingUp && value === 0 ? null : value
  }

  return {
    meaning,
    async valuesOf(ask, what) {
      if (isSplit(what)) {
        const words = await questions.split(ask, what)
        return new Map(words ? [[what.field, meaning(what.field, words)]] : [])
      }
      const words = await questions.block(ask, what)
      return new Map(what.fields.map(field => [field, meaning(field, wordsIn(what, words, field))]))
    },
    wordsOf: questions.all,
    opening: questions.opening,
  }
}
