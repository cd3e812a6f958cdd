import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { type Bucket, type FileStore, FilesAway } from './file-places.ts'

/** Key prefix: the bucket may hold other things. */
const PREFIX = 'files/'

/** A store that does not take a connection within this time is away. ms */
const CONNECTING_MS = 3_000

/** Nobody answered, or the store itself has failed: everything else is about the request. */
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const { $metadata, name } = error as { $metadata?: { httpStatusCode?: number }; name?: string }
    const status = $metadata?.httpStatusCode
    if (status === undefined || status >= 500) throw new FilesAway(`${name} ${status ?? ''}`.trim())
    throw error
  }
}

/** Loads the library only if there is a bucket. */
async function opened({ endpoint, region, accessKey, secretKey }: Bucket) {
  const sdk = await import('@aws-sdk/client-s3')
  const client: S3Client = new sdk.S3Client({
    endpoint,
    region,
    // Bucket names as host names would need their own DNS.
    forcePathStyle: true,
    requestHandler: { connectionTimeout: CONNECTING_MS },
    // Not every store supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })
  return { sdk, client }
}

/** Files in a bucket. */
export function s3Store(bucket: Bucket): FileStore {
  let opening: ReturnType<typeof opened> | undefined
  const open = () => {
    opening ??= opened(bucket)
    return opening
  }
  const at = (key: string) => ({ Bucket: bucket.name, Key: PREFIX + key })
  const remove = async (key: string) => {
    const { sdk, client } = await open()
    await reached(client.send(new sdk.DeleteObjectCommand(at(key))))
  }
  return {
    async take(key, path) {
      const { sdk, client } = await open()
      const { size } = await stat(path)
      const whole = { ...at(key), Body: createReadStream(path), ContentLength: size }
      await reached(client.send(new sdk.PutObjectCommand(whole)))
    },
    async write(key, bytes) {
      const { sdk, client } = await open()
      await reached(client.send(new sdk.PutObjectCommand({ ...at(key), Body: bytes })))
    },
    async read(key, part) {
      const { sdk, client } = await open()
      const wanted = { ...at(key), ...(part && { Range: `bytes=${part.from}-${part.to}` }) }
      const asked = reached(client.send(new sdk.GetObjectCommand(wanted)))
      const found = await asked.catch((error: unknown) => {
        if (error instanceof sdk.NoSuchKey) return undefined
        throw error
      })
      return found?.Body as Readable | undefined
    },
    remove,
    async reach() {
      const { sdk, client } = await open()
      await reached(
        client.send(new sdk.ListObjectsV2Command({ Bucket: bucket.name, Prefix: PREFIX, MaxKeys: 1 })),
      )
    },
    async *list() {
      const { sdk, client } = await open()
      for (let after = PREFIX, isWhole = false; !isWhole; ) {
        const { Contents: contents = [], IsTruncated: isCut = false } = await client.send(
          new sdk.ListObjectsV2Command({ Bucket: bucket.name, Prefix: PREFIX, StartAfter: after }),
        )
        for (const { Key: found = '', LastModified: changed } of contents) {
          const key = found.slice(PREFIX.length)
          yield { key, at: changed?.getTime() ?? Date.now(), remove: () => remove(key) }
        }
        after = contents.at(-1)?.Key ?? after
        isWhole = !isCut
      }
    },
  }
}
