import { Upload } from 'tus-js-client'
import { files, type ShownFile } from '#shared/contracts/files.ts'
import { type FileUse, UPLOADS_PATH } from '#shared/files.ts'
import type { Person, TestApp } from './app.ts'
import { jpegOf } from './pictures.ts'

/** Address the app listens on; it is closed with the app. */
export const listening = ({ app }: TestApp): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' })

interface Sending {
  /** Size of a part. Bytes */
  part?: number
  /** Breaks off once this much has arrived. Bytes */
  until?: number
  /** Resumes an upload that was broken off. */
  goOn?: string
}

/** Sends bytes as our page does; answers their address. */
export function sendBytes(
  base: string,
  { token }: Pick<Person, 'token'>,
  bytes: Buffer,
  { part = 64 * 1024, until = Number.POSITIVE_INFINITY, goOn }: Sending = {},
): Promise<string> {
  return new Promise((done, failed) => {
    const upload = new Upload(bytes, {
      endpoint: base + UPLOADS_PATH,
      ...(goOn !== undefined && { uploadUrl: goOn }),
      headers: { 'Access-Token': token },
      chunkSize: part,
      retryDelays: null,
      onChunkComplete: (_, arrived) => {
        if (arrived >= until) void upload.abort().then(() => done(String(upload.url)))
      },
      onSuccess: () => done(String(upload.url)),
      onError: failed,
    })
    upload.start()
  })
}

export const uploadIdOf = (address: string): string => address.split('/').at(-1) ?? ''

/** A person's file that is not attached to a record. */
export async function sendFile(
  base: string,
  person: Person,
  use: FileUse = 'picture',
  bytes = jpegOf(64),
  name = 'fan.jpg',
): Promise<ShownFile> {
  const upload = uploadIdOf(await sendBytes(base, person, bytes))
  return person.call(files.keep, { body: { upload, name, use } })
}
