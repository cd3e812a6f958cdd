import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

/** OWASP's recommendation for Argon2id: 19 MiB, two passes, one lane. */
const USUAL_COST = { memory: 19_456, passes: 2 }
/** For passwords generated here at random: nobody can try 2^79 of them, however fast each try is. */
const RANDOM_COST = { memory: 1_024, passes: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const STORED =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/

/** Hashing runs in libuv's pool, shared with files and name look-ups: leave some of its threads free. */
const AT_ONCE = 2
/** More waiting people than this means an attack; they are told to try again later. */
const WAITING_MAX = 64

/** Too many sign-ins at the same time. */
export class PasswordsBusy extends Error {
  override name = 'PasswordsBusy'
}

let running = 0
const waiting: (() => void)[] = []

async function taken<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw new PasswordsBusy('Too many sign-ins at the same time')
    await new Promise<void>(resolve => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    // The next one takes over this slot; only the last one frees it.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

interface Cost {
  memory: number
  passes: number
  parallelism: number
  tagLength: number
}

const hashed = (password: string, nonce: Buffer, cost: Cost): Promise<Buffer> =>
  taken(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', { message: password.normalize('NFC'), nonce, ...cost }, (error, hash) =>
          error ? reject(error) : resolve(hash),
        )
      }),
  )

const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Argon2id in the usual stored form (`$argon2id$v=19$m=…`), with a new salt. */
export const hashPassword = (password: string): Promise<string> => stored(password, USUAL_COST)

/** The same for randomly generated passwords, never for chosen ones: fast enough for thousands. */
export const hashRandomPassword = (password: string): Promise<string> => stored(password, RANDOM_COST)

async function stored(password: string, { memory, passes }: typeof USUAL_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const cost = { memory, passes, parallelism: 1, tagLength: HASH_BYTES }
  const hash = await hashed(password, salt, cost)
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${plain(salt)}$${plain(hash)}`
}

/** Stored when no password opens the account. */
export const NO_PASSWORD = '-'
/** Matches no password. Checking against it costs as much as a real check. */
const NOBODY = `$argon2id$v=19$m=${USUAL_COST.memory},t=${USUAL_COST.passes},p=1$${plain(randomBytes(SALT_BYTES))}$${plain(randomBytes(HASH_BYTES))}`

/** Whether the password is right; without a stored one (no such account, none chosen yet) no, after the same time. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const isRight = await fits(password, stored)
  // The time of an answer must not reveal that the password was mailed.
  if (isQuick(stored)) await fits(password, NOBODY)
  return isRight
}

const isQuick = (stored: string | null | undefined): boolean =>
  stored?.startsWith(`$argon2id$v=19$m=${RANDOM_COST.memory},`) === true

async function fits(password: string, stored: string | null | undefined): Promise<boolean> {
  const parts = STORED.exec(stored ?? '') ?? STORED.exec(NOBODY)
  if (!parts) return false
  const [, memory, passes, parallelism, salt, hash] = parts
  const expected = Buffer.from(String(hash), 'base64')
  const actual = await hashed(password, Buffer.from(String(salt), 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}
