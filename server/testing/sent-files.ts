import { Upload } from 'tus-js-client'
import { files, type ShownFile } from '#shared/contracts/files.ts'
import { type FileUse, UPLOADS_PATH } from '#shared/files.ts'
import type { Person, TestApp } from './app.ts'
import { jpegOf } from './pictures.ts'

/** Address the app listens at; it is closed with the app. */
export const listening = ({ app }: TestApp): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' })

interface Sending {
  /** Of a part. Bytes */
  part?: number
  /** Breaks off once so much has arrived. Bytes */
  until?: number
  /** Goes on with what was broken off. */
  goOn?: string
}

/** Sends bytes as our page does; answers the address they lie at. */
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

/** A file of somebody that no record has yet. */
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
