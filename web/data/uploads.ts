import type { Upload } from 'tus-js-client'
import { files, type ShownFile } from '#shared/contracts/files.ts'
import { type FileUse, UPLOAD_PART_BYTES, UPLOADS_PATH } from '#shared/files.ts'
import { call } from './client.ts'
import { keptToken, TOKEN_KEY } from './token.ts'

/** Pauses before a part that did not get through is sent again by itself. ms */
const RETRIES = [1_000, 3_000, 5_000, 10_000]

/** What is sent of a chosen file. */
export interface Prepared {
  content: Blob
  /** A small JPEG of a picture, in base64. */
  small?: string
}

/** One file on its way to the server. */
export interface Sending {
  /** Sends it, or what is still missing after a failure; fails as `call` does, or when the connection stays dead. */
  send(): Promise<ShownFile>
  stop(): void
}

/** A file to be sent in parts; `progress` gets the fraction that has arrived, from 0 to 1. */
export function sendingOf(
  name: string,
  use: FileUse,
  prepare: () => Promise<Prepared>,
  progress: (share: number) => void,
): Sending {
  let prepared: Prepared | undefined
  let upload: Upload | undefined
  let isStopped = false

  async function arrived(content: Blob): Promise<string> {
    const { Upload: Sender } = await import('tus-js-client')
    return new Promise((done, failed) => {
      upload ??= new Sender(content, {
        endpoint: UPLOADS_PATH,
        chunkSize: UPLOAD_PART_BYTES,
        retryDelays: RETRIES,
        storeFingerprintForResuming: false,
        // The current token: the user may have signed in again meanwhile.
        onBeforeRequest: request => request.setHeader(TOKEN_KEY, keptToken()?.value ?? ''),
        onProgress: (sent, whole) => progress(whole === 0 ? 1 : sent / whole),
      })
      upload.options.onSuccess = () => done(upload?.url?.split('/').at(-1) ?? '')
      upload.options.onError = failed
      if (isStopped) return failed(new Error('stopped'))
      upload.start()
    })
  }

  return {
    async send() {
      prepared ??= await prepare()
      const { content, small } = prepared
      const id = await arrived(content)
      return call(files.keep, { body: { upload: id, name, use, small: small ?? null } })
    },
    stop() {
      isStopped = true
      void upload?.abort(true).catch(() => undefined)
    },
  }
}
