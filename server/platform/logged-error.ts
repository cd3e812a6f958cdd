/** Longer messages contain what somebody sent. */
const MESSAGE_MAX = 1_000
/** How many causes are followed. */
const DEPTH = 4
/** Where a statement's message continues with its parameters. */
const PARAMETERS = '\nparams:'
/** PostgreSQL's errors about a value, which quote it. */
const DATA_EXCEPTION = /^22/
const FRAMES = /^ {4}at .*$/gm

interface LoggedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
  code?: string
  constraint?: string
  table?: string
  cause?: LoggedError
}

function messageOf({ message }: Error, code: unknown): string {
  const said = message.split(PARAMETERS, 1)[0] ?? ''
  const plain = DATA_EXCEPTION.test(String(code)) ? said.replaceAll(/"[^"]*"/g, '"…"') : said
  return plain.length > MESSAGE_MAX ? `${plain.slice(0, MESSAGE_MAX)}…` : plain
}

/**
 * An error for the log: what went wrong and where, but never a statement's values, whichever error carries them.
 * Only what is named here gets through: an error may hold a connection, a key or a whole file.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  const thrown = error instanceof Error ? error : new Error(String(error))
  const { code, constraint, table } = thrown as { code?: unknown; constraint?: unknown; table?: unknown }
  const message = messageOf(thrown, code)
  return {
    type: thrown.name,
    message,
    stack: [`${thrown.name}: ${message}`, ...(thrown.stack?.match(FRAMES) ?? [])].join('\n'),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    ...(thrown.cause !== undefined && depth < DEPTH && { cause: loggedError(thrown.cause, depth + 1) }),
  }
}
