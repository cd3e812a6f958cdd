import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { Bucket } from '../platform/files/file-places.ts'

/** An S3 store of its own with an empty bucket. */
export interface TestBucket {
  settings: Bucket
  close(): Promise<void>
}

const NAME = 'farm'
/** The only key it knows. */
const KEY = 'S3RVER'

export async function startBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'smart-farm-bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: NAME, configs: [] }],
  })
  const { port } = await server.run()
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      name: NAME,
      accessKey: KEY,
      secretKey: KEY,
    },
    async close() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
