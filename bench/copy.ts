import type { Client, Connection, Submittable } from 'pg'

/** The part of pg's connection that COPY needs; pg is pinned. */
interface CopyConnection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sync?(): void
}

/** A COPY statement for pg's client: reads all chunks, or writes those it was given. */
class Copy implements Submittable {
  readonly #text: string
  readonly #chunks: Buffer[]
  readonly #done: (error: Error | null) => void

  constructor(text: string, chunks: Buffer[], done: (error: Error | null) => void) {
    this.#text = text
    this.#chunks = chunks
    this.#done = done
  }
  submit(connection: Connection): void {
    connection.query(this.#text)
  }
  handleCopyInResponse(connection: CopyConnection): void {
    for (const chunk of this.#chunks) connection.sendCopyFromChunk(chunk)
    connection.endCopyFrom()
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser reuses its memory.
    this.#chunks.push(Buffer.from(chunk))
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#done(null)
  }
  handleError(error: Error): void {
    this.#done(error)
  }
}

function run(client: Client, text: string, chunks: Buffer[]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new Copy(text, chunks, error => (error ? reject(error) : resolve())))
  })
}

/** The rows of a query in PostgreSQL's binary COPY format, joined into pieces of about 64 kB. */
export async function copyOut(client: Client, query: string): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  await run(client, `COPY (${query}) TO STDOUT (FORMAT binary)`, chunks)
  const pieces: Buffer[] = []
  for (let first = 0; first < chunks.length; first += 150)
    pieces.push(Buffer.concat(chunks.slice(first, first + 150)))
  return pieces
}

/** Writes rows in binary COPY format into a table, in one statement. */
export function copyIn(client: Client, table: string, pieces: Buffer[]): Promise<void> {
  return run(client, `COPY ${table} FROM STDIN (FORMAT binary)`, pieces)
}
