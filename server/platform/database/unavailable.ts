/** The database does not answer: it is restarting, stopped or unreachable. The call may be retried. */
class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
  constructor(cause: unknown) {
    super('The database cannot be reached at the moment', { cause })
  }
}

/** SQLSTATE classes of a server that shuts down, starts up or has no connection left. */
const STATES = /^(08|57P0[1-5]|53300)/
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'])
/**
 * These mean an outage only where a connection is made: the database's socket is a file that may be missing, and one that
 * nobody takes connections from is full at some time.
 */
const CONNECTING = new Set(['ENOENT', 'EAGAIN'])
/** pg reports these without a code. */
const MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout (expired|exceeded)|Query read timeout|Client was closed)/

/** Whether the error, or one of its causes, says that the database was unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof DatabaseUnavailable) return true
    const code = 'code' in at && typeof at.code === 'string' ? at.code : ''
    if (STATES.test(code) || NETWORK.has(code) || MESSAGES.test(at.message)) return true
    if (CONNECTING.has(code) && 'syscall' in at && at.syscall === 'connect') return true
  }
  return false
}

/** The same error, or DatabaseUnavailable if that is what it means. */
export const namedOutage = (error: unknown): unknown =>
  error instanceof DatabaseUnavailable || !isDatabaseUnavailable(error)
    ? error
    : new DatabaseUnavailable(error)
