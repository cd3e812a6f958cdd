import type { Endpoint, Result } from '#shared/endpoint.ts'

/** An answer that another thread has checked and written: sent as it is. */
export class Written {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** For the handler of a reading endpoint: stands for the result that these bytes say. */
export const alreadyWritten = <E extends Endpoint & { method: 'GET' }>(bytes: Uint8Array): Result<E> =>
  new Written(bytes) as Result<E>

/** What a call that succeeded is answered with. */
export const onTheWire = (data: unknown) => ({ code: 0, data, message: '' })

/** The contract's schema is the presenter: a column it does not list never leaves. A mismatch is our own fault. */
export function shown({ returns, path }: Pick<Endpoint, 'returns' | 'path'>, result: unknown): unknown {
  const checked = returns.safeParse(result)
  if (checked.success) return checked.data
  throw new Error(`The answer of ${path} is not what its contract says: ${checked.error.message}`)
}

const encoder = new TextEncoder()

/** Checks an answer and writes it, as the main thread would. */
export const write = <E extends Endpoint>(endpoint: E, result: Result<E>): Uint8Array<ArrayBuffer> =>
  encoder.encode(JSON.stringify(onTheWire(shown(endpoint, result))))
