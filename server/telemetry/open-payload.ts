import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { compressionAlgorithm, isCompressed } from '#shared/sparkplug/compression.ts'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { createColumns, decodeNumbers, type NumberColumns } from '#shared/sparkplug/decode-numbers.ts'
import { type Metric, type Payload, SparkplugError } from '#shared/sparkplug/types.ts'

/** A small message that inflates beyond this is an attack. */
const MAX_INFLATED = 4 * 1024 * 1024

/** A payload. If `columns` is set, it alone holds the metrics, until the next payload is opened. */
export interface OpenedPayload extends Payload {
  columns?: NumberColumns
}

const columns = createColumns(4_096)
const NONE: Metric[] = []

/** Decodes a DATA payload; one that has only numbers by alias into columns. Throws SparkplugError like `openPayload`. */
export function openData(bytes: Uint8Array): OpenedPayload {
  if (!decodeNumbers(bytes, columns)) return openPayload(bytes)
  return { timestamp: columns.timestamp, seq: columns.seq, metrics: NONE, columns }
}

/** Decodes a payload, compressed or not. Throws SparkplugError for anything else. */
export function openPayload(bytes: Uint8Array): Payload {
  const outer = decodePayload(bytes)
  if (!isCompressed(outer)) return outer
  const algorithm = compressionAlgorithm(outer)
  if (!algorithm || !outer.body) throw new SparkplugError('compressed by an unknown algorithm')
  const inner = decodePayload(inflate(outer.body, algorithm))
  if (isCompressed(inner)) throw new SparkplugError('compressed twice')
  return { ...inner, seq: inner.seq ?? outer.seq, timestamp: inner.timestamp ?? outer.timestamp }
}

function inflate(body: Uint8Array, algorithm: 'GZIP' | 'DEFLATE'): Uint8Array {
  const limit = { maxOutputLength: MAX_INFLATED }
  try {
    if (algorithm === 'GZIP') return gunzipSync(body, limit)
    // Most peers write zlib's two-byte header; its checksum tells it from a raw stream.
    const headed = (((body[0] ?? 0) << 8) | (body[1] ?? 0)) % 31 === 0 && ((body[0] ?? 0) & 15) === 8
    return headed ? inflateSync(body, limit) : inflateRawSync(body, limit)
  } catch (error) {
    throw new SparkplugError(`cannot be inflated: ${error instanceof Error ? error.message : error}`)
  }
}
