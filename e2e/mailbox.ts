import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, type Farm } from './farm.ts'

/** Mails about farm messages, which come as the demonstration goes on, begin with their level. */
const isNotice = (subject = '') => /^[[【]/.test(subject)

/** The newest mail to a person, from the files that stand in for a mail server. */
export async function mailTo({ server }: Farm, address: string, subject: string) {
  const folder = join(server.dataDir, 'outbox')
  const read = async () => {
    const files = readdirSync(folder, { withFileTypes: true }).map(({ name }) => name)
    const mails = files.toSorted().map(name => PostalMime.parse(readFileSync(join(folder, name))))
    return (await Promise.all(mails)).findLast(
      ({ to, subject }) => to?.[0]?.address === address && !isNotice(subject),
    )
  }
  const subjectNow = () =>
    read().then(
      mail => mail?.subject,
      () => undefined,
    )
  await expect.poll(subjectNow, { timeout: 20_000 }).toBe(subject)
  const { text = '' } = (await read()) ?? {}
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const password = /^\w{4}(-\w{4}){3}$/m.exec(text)?.[0] ?? ''
  return { text, link, password }
}
