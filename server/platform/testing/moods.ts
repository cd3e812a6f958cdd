import type { IncomingMessage, ServerResponse } from 'node:http'

/** How a service of others treats one message: the last two reach somebody, all others are cut somehow. */
export type Mood = 'hangs' | 'refuses' | 'cuts' | 'late' | 'takes' | 'twice'

export const isCut = (mood: Mood): boolean => mood !== 'takes' && mood !== 'twice'

/**
 * Nobody waits longer than this for an answer in tests of services that hang or are late. Shorter, a busy machine lets honest
 * tries run out of time as well: what was answered is asked again, and each doubles the pause before the next. ms
 */
export const LONGEST_MS = 15_000

/** Those that take time are fewer. */
const cuts: readonly Mood[] = [
  'hangs',
  'late',
  ...Array<Mood>(9).fill('refuses'),
  ...Array<Mood>(9).fill('cuts'),
]

/** Answers an HTTP request in a mood: with `status` if it is taken. */
export function answerIn(mood: Mood, request: IncomingMessage, reply: ServerResponse, status: number): void {
  if (mood === 'hangs') return
  if (mood === 'cuts') return void request.socket.destroy()
  if (mood === 'refuses') return void reply.writeHead(503).end()
  const answer = () => void reply.writeHead(status).end()
  if (mood === 'late') return void setTimeout(answer, 2 * LONGEST_MS).unref()
  answer()
  // A second answer nobody has asked for.
  if (mood === 'twice') request.socket.write(`HTTP/1.1 ${status} Again\r\n\r\n`)
}

/** The same pseudo-random numbers in every run. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Most cuts of one message: pauses between tries double, and nobody should wait for minutes. */
const MOST_CUTS = 6

/**
 * What becomes of each try to hand over each message: 0 to 6 cuts, then it is taken, of every other one with two answers. The
 * same in every run.
 */
export function moodsOf(ids: readonly string[], seed: number) {
  const roll = dice(seed)
  const scripts = new Map(
    ids.map((id, i) => {
      const before = Array.from(
        { length: i % (MOST_CUTS + 1) },
        () => cuts[Math.floor(roll() * cuts.length)] as Mood,
      )
      return [id, [...before, i % 2 === 0 ? ('takes' as const) : ('twice' as const)]]
    }),
  )
  let cut = 0
  return {
    /** How the next try is treated. A message that was taken and comes again is taken again, and so counted twice. */
    next(id: string): Mood {
      const mood = scripts.get(id)?.shift() ?? 'takes'
      if (isCut(mood)) cut++
      return mood
    },
    cuts: () => cut,
  }
}
