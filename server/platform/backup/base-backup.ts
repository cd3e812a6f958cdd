import type { Writable } from 'node:stream'
import type { Client, Connection, Submittable } from 'pg'

/** The part of pg's client that reading from a replication connection needs; pg is pinned. */
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
  /** Nothing is sent after a failure but that the server is ready; a dead connection does not say even that. */
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
  /** PostgreSQL sends no more than this. Bytes a second */
  rate: number
  /** Begins at once, with a burst of writing, instead of at the end of a checkpoint that takes its time. */
  isUrgent: boolean
  /** Where an archive goes: `base.tar`, one for each tablespace, and last the list of what they hold (`backup_manifest`). */
  open(name: string): Writable
}

/** Version of the PostgreSQL behind a replication connection: `18.4`. */
export async function versionOf(client: Client): Promise<string> {
  const [[version] = []] = await run(client, 'SHOW server_version')
  return version ?? ''
}

/**
 * Copies a whole PostgreSQL while it works, over a replication connection: its data files and the log that makes them
 * consistent as of the end of the copy. A slot keeps that log until it is copied; it is gone with the connection.
 */
export async function baseBackup(client: Client, { label, rate, isUrgent, open }: BaseBackup): Promise<void> {
  const stream = wireOf(client)
  const resume = () => stream.resume()
  let archive: Writable | undefined
  const next = (name: string) => {
    archive?.end()
    // One that has ended does not say when it drains.
    resume()
    archive = open(name).on('drain', resume)
  }
  const messages: Record<string, (content: Buffer) => void> = {
    n: content => next(content.toString('utf8', 0, content.indexOf(0))),
    m: () => next('backup_manifest'),
    d: content => {
      // The parser uses its memory again.
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

/** Ends a connection in the middle of whatever it does. */
export const breakOff = (client: Client): void => wireOf(client).destroy()
