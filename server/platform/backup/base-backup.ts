import type { Writable } from 'node:stream'
import type { Client, Connection, Submittable } from 'pg'

/** The part of pg's client needed to read from a replication connection; pg is pinned. */
interface Wire {
  connection: { stream: { pause(): void; resume(): void; destroy(): void } }
}
const wireOf = (client: Client) => (client as unknown as Wire).connection.stream

/** One command of PostgreSQL's replication protocol, as pg's client runs it. */
class Command implements Submittable {
  readonly rows: (string | null)[][] = []
  readonly #text: string
  readonly #onData: (chunk: Buffer) => void
  readonly #done: (error: Error | null) => void
  #error: Error | null = null

  constructor(text: string, onData: (chunk: Buffer) => void, done: (error: Error | null) => void) {
    this.#text = text
    this.#onData = onData
    this.#done = done
  }
  submit(connection: Connection): void {
    connection.query(this.#text)
  }
  handleRowDescription(): void {}
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.rows.push(fields)
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onData(chunk)
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#done(this.#error)
  }
  /** After a failure the server only sends that it is ready; a dead connection sends not even that. */
  handleError(error: Error): void {
    this.#error = error
    this.#done(error)
  }
}

function run(client: Client, text: string, onData: (chunk: Buffer) => void = () => {}) {
  return new Promise<(string | null)[][]>((resolve, reject) => {
    const command: Command = new Command(text, onData, error =>
      error ? reject(error) : resolve(command.rows),
    )
    client.query(command)
  })
}

export interface BaseBackup {
  label: string
  /** Most that PostgreSQL sends. Bytes a second */
  rate: number
  /** Begins at once with a burst of writing instead of waiting for an unhurried checkpoint. */
  isUrgent: boolean
  /** Where an archive goes: `base.tar`, one per tablespace, and last the list of their files (`backup_manifest`). */
  open(name: string): Writable
}

/** Version of the PostgreSQL behind a replication connection: `18.4`. */
export async function versionOf(client: Client): Promise<string> {
  const [[version] = []] = await run(client, 'SHOW server_version')
  return version ?? ''
}

/**
 * Copies a whole running PostgreSQL over a replication connection: its data files and the log that makes them
 * consistent as of the end of the copy. A slot keeps that log until it is copied and disappears with the connection.
 */
export async function baseBackup(client: Client, { label, rate, isUrgent, open }: BaseBackup): Promise<void> {
  const stream = wireOf(client)
  const resume = () => stream.resume()
  let archive: Writable | undefined
  const next = (name: string) => {
    archive?.end()
    // A stream that has ended emits no drain.
    resume()
    archive = open(name).on('drain', resume)
  }
  const messages: Record<string, (content: Buffer) => void> = {
    n: content => next(content.toString('utf8', 0, content.indexOf(0))),
    m: () => next('backup_manifest'),
    d: content => {
      // The parser reuses its memory.
      if (archive?.write(Buffer.from(content)) === false) stream.pause()
    },
  }
  const onData = (chunk: Buffer) => messages[String.fromCharCode(chunk[0] ?? 0)]?.(chunk.subarray(1))
  const slot = `smart_farm_backup_${process.pid}`
  await run(client, `CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL true)`)
  const options = [
    `LABEL ${client.escapeLiteral(label)}`,
    `CHECKPOINT '${isUrgent ? 'fast' : 'spread'}'`,
    'WAL true',
    `MAX_RATE ${Math.round(rate / 1024)}`,
    "MANIFEST 'yes'",
  ]
  await run(client, `BASE_BACKUP (${options.join(', ')})`, onData)
  archive?.end()
}

/** Ends a connection in the middle of whatever it is doing. */
export const breakOff = (client: Client): void => wireOf(client).destroy()
