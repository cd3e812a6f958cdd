import type { FieldValue } from '#shared/register-maps/values.ts'
import { commandResults } from '#shared/setting-changes.ts'
import type { SettingDocument } from '#shared/signals.ts'
import type { Return } from '#shared/temporary-settings.ts'
import { type Answer, type DeskMemory, freshMemory } from './desk-memory.ts'
import type { Keeper } from './keeper.ts'
import { dueOf, replan, withoutDue } from './plan.ts'

const REMEMBERED = 100

/** The memory of a desk; nothing of it counts before `save`. */
export function deskBook(keeper: Keeper<DeskMemory | null>, now: () => number) {
  const memory: DeskMemory = keeper.value ?? freshMemory(now())
  /** Notes what the controller has; true if it is not what was known. */
  function know(values: SettingDocument): boolean {
    const isNew = Object.entries(values).some(([name, value]) => memory.known[name] !== value)
    Object.assign(memory.known, values)
    return isNew
  }
  return {
    memory,
    save: () => keeper.save(memory),
    answered: (id: string) => (id === '' ? undefined : memory.answered.find(answer => answer.id === id)),
    /** A busy controller carries the command out when it comes again. */
    remember(answer: Answer): void {
      if (answer.id === '' || answer.result === commandResults.busy) return
      memory.answered = [...memory.answered.filter(({ id }) => id !== answer.id), answer].slice(-REMEMBERED)
    },
    /** A change has ended. */
    settle(taken: readonly string[], values: SettingDocument, returns: readonly Return[]): void {
      if (know(values) || taken.length > 0) memory.version++
      memory.planned = replan(memory.planned, taken, returns)
      memory.begun = null
    },
    /** What was due has been set, as far as `done`. */
    returned(done: readonly string[], values: SettingDocument, at: number): void {
      if (know(values) || done.length > 0) memory.version++
      memory.planned = withoutDue(memory.planned, done, at)
    },
    /**
     * Notes what was read. What is not as it was, somebody set at the panel, and it cancels what was planned for it.
     * @returns settings that are new or changed
     */
    compare(values: ReadonlyMap<string, FieldValue>): string[] {
      const due = dueOf(memory.planned, now())
      const changed: string[] = []
      const first: string[] = []
      for (const [name, value] of values) {
        if (value === null || memory.known[name] === value) continue
        // A return that was cut off after its last register.
        const isOurs = due[name] === value
        if (memory.known[name] === undefined) first.push(name)
        else if (isOurs) memory.version++
        else changed.push(name)
        memory.known[name] = value
      }
      if (changed.length > 0) memory.version++
      memory.planned = replan(memory.planned, changed, [])
      return [...changed, ...first]
    },
  }
}
export type DeskBook = ReturnType<typeof deskBook>
