import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '../config.ts'
import { newId } from '../database/ids.ts'

export interface Transport {
  /** Where mails go, for the log. */
  to: string
  /** Hands a mail over; resolves once it is taken. */
  send(message: SendMailOptions, signal: AbortSignal): Promise<void>
  close(): void
}

/** A slower mail server is tried again later. The sum is less than a try may take. ms */
const TIMES = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}
/** Deliveries at a time; most mail servers allow this many. */
export const AT_ONCE = 3

const isHere = (host: string) => /^(localhost|127\.|\[?::1)/.test(host)

/** Sends through the mail server of SMTP_URL, otherwise into files in the data folder. */
export const openTransport = ({ smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>): Transport =>
  smtpUrl ? smtp(new URL(smtpUrl)) : outbox(join(dataDir, 'outbox'))

function smtp(url: URL): Transport {
  const user = decodeURIComponent(url.username)
  const isSecure = url.protocol === 'smtps:'
  const mailer = createTransport({
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(user && { auth: { user, pass: decodeURIComponent(url.password) } }),
    // Our password never leaves this machine unencrypted.
    requireTLS: !isSecure && user !== '' && !isHere(url.hostname),
    pool: true as const,
    maxConnections: AT_ONCE,
    ...TIMES,
  })
  return {
    to: `${url.protocol}//${url.host}`,
    send: async (message, signal) => void (await mailer.sendMail({ ...message, signal })),
    close: () => mailer.close(),
  }
}

function outbox(folder: string): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    to: folder,
    async send(message) {
      const { message: bytes } = await mailer.sendMail(message)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const [, name = newId()] = /^<([0-9a-z]+)@/.exec(String(message.messageId)) ?? []
      await writeFile(join(folder, `${name}.eml`), bytes as Buffer, { mode: 0o600 })
    },
    close: () => {},
  }
}
