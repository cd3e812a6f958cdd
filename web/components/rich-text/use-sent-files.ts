import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '#web/data/announcements.ts'
import { CallError } from '#web/data/client.ts'
import { type Sending, sendingOf } from '#web/data/uploads.ts'
import { smallerPicture } from '../uploads/smaller-picture.ts'

/** Uploads a text's files as they are inserted; each returns its address, or null with a notice of what went wrong. */
export function useSentFiles() {
  const { t } = useTranslation('rich-text')
  /** How much of a video has arrived, from 0 to 1; null while none is being sent. */
  const [arrived, setArrived] = useState<number | null>(null)

  async function sent(sending: Sending, { name }: File): Promise<string | null> {
    try {
      return (await sending.send()).url
    } catch (error) {
      const isRefused = error instanceof CallError && error.status !== 0
      announce({ kind: 'error', title: isRefused ? error.message : t($ => $.notSent), text: name })
      return null
    }
  }
  const ignored = () => undefined
  const sendPicture = (file: File) =>
    sent(
      sendingOf(file.name, 'picture', () => smallerPicture(file), ignored),
      file,
    )
  async function sendVideo(file: File): Promise<string | null> {
    setArrived(0)
    const src = await sent(
      sendingOf(file.name, 'attachment', () => Promise.resolve({ content: file }), setArrived),
      file,
    )
    setArrived(null)
    return src
  }
  return { arrived, sendPicture, sendVideo }
}
