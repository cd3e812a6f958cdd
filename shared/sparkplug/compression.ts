import type { Payload } from './types.ts'

/** `uuid` of a payload whose `body` is another payload, compressed. */
export const COMPRESSED_UUID = 'SPBV1.0_COMPRESSED'

/** Metric that names the algorithm; without it the body is DEFLATE. */
const ALGORITHM_METRIC = 'algorithm'

export type CompressionAlgorithm = 'GZIP' | 'DEFLATE'

/** True for the envelope of a compressed payload; inflating it is up to the caller, who caps the size. */
export function isCompressed(payload: Payload): boolean {
  return payload.uuid === COMPRESSED_UUID
}

/** Algorithm named by the envelope, `DEFLATE` by default, undefined for an unknown one. */
export function compressionAlgorithm(payload: Payload): CompressionAlgorithm | undefined {
  const metric = payload.metrics.find(({ name }) => name === ALGORITHM_METRIC)
  if (metric === undefined) return 'DEFLATE'
  const name = typeof metric.value === 'string' ? metric.value.toUpperCase() : ''
  return name === 'GZIP' || name === 'DEFLATE' ? name : undefined
}
