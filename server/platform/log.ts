import Fastify, { type FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { loggedError } from './logged-error.ts'

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

/** One JSON object a line; at a terminal one readable line instead. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): FastifyBaseLogger {
  const stream = process.stdout.isTTY
    ? { write: (line: string) => process.stdout.write(readable(line)) }
    : undefined
  const serializers = { err: (error: unknown) => loggedError(error) }
  return Fastify({ logger: { level: logLevel, base: null, serializers, ...(stream && { stream }) } }).log
}

function readable(line: string): string {
  try {
    const { level, time, msg, err, ...rest } = JSON.parse(line)
    const more = Object.entries({ ...rest, ...(err && { error: err.message }) })
      .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('')
    return `${new Date(time).toTimeString().slice(0, 8)} ${LEVELS[level] ?? level} ${msg ?? ''}${more}\n`
  } catch {
    return line
  }
}
