import { decodeNumeric } from './decode-numeric.ts'
import { decodeDataSet, decodePropertySet } from './decode-parts.ts'
import {
  closeMessage,
  createReader,
  type Reader,
  readAlias,
  readBoolean,
  readBytes,
  readDouble,
  readEnd,
  readFloat,
  readSafe,
  readString,
  readText,
  readTime,
  readUint32,
  readUint64,
  skipUnknown,
} from './reader.ts'
import {
  MAX_METRICS,
  type Metric,
  type Payload,
  type PropertySet,
  type RawValue,
  SparkplugError,
  ValueField,
  type ValueFieldCode,
} from './types.ts'
import { readAs } from './value.ts'

/**
 * Reads a Sparkplug B payload (protobuf, `org.eclipse.tahu.protobuf.Payload`). Unknown fields are skipped,
 * the metadata of files is dropped, a template is its bytes.
 * A value that does not fit its own datatype is null, with `raw` as it came, so that no other metric is lost.
 * @throws SparkplugError for anything but a well-formed payload
 */
export function decodePayload(bytes: Uint8Array): Payload {
  const reader = createReader(bytes)
  const end = bytes.length
  const payload: Payload = {
    timestamp: undefined,
    metrics: [],
    seq: undefined,
    uuid: undefined,
    body: undefined,
  }
  while (reader.pos < end) {
    const tag = readUint32(reader)
    switch (tag) {
      case 0x12:
        if (payload.metrics.length === MAX_METRICS)
          throw new SparkplugError(`more than ${MAX_METRICS} metrics`)
        payload.metrics.push(decodeNextMetric(reader, readEnd(reader, end)))
        break
      case 0x08:
        payload.timestamp = readTime(reader)
        break
      case 0x18:
        payload.seq = readSafe(reader, 'seq')
        break
      case 0x22:
        payload.uuid = readString(reader, end)
        break
      case 0x2a:
        payload.body = readBytes(reader, end)
        break
      default:
        skipUnknown(reader, tag, 5, 'payload', end)
    }
  }
  closeMessage(reader, end, 'payload')
  return payload
}

function decodeNextMetric(reader: Reader, end: number): Metric {
  return decodeNumeric(reader, end) ?? decodeMetric(reader, end)
}

/** All fields in one switch over whole tags. */
function decodeMetric(reader: Reader, end: number): Metric {
  let name: string | undefined
  let alias: number | undefined
  let timestamp: number | undefined
  let datatype: number | undefined
  let isHistorical: boolean | undefined
  let isTransient: boolean | undefined
  let isNull: boolean | undefined
  let properties: PropertySet | undefined
  let field: ValueFieldCode | undefined
  let raw: RawValue | undefined
  let isUnreadable = false
  while (reader.pos < end) {
    const tag = readUint32(reader)
    switch (tag) {
      case 0x0a:
        name = readString(reader, end)
        break
      case 0x10:
        alias = readAlias(reader)
        break
      case 0x18:
        timestamp = readTime(reader)
        break
      case 0x20:
        datatype = readUint32(reader)
        break
      case 0x28:
        isHistorical = readBoolean(reader)
        break
      case 0x30:
        isTransient = readBoolean(reader)
        break
      case 0x38:
        isNull = readBoolean(reader)
        break
      case 0x42:
        reader.pos = readEnd(reader, end)
        break
      case 0x4a:
        properties = decodePropertySet(reader, readEnd(reader, end))
        break
      case 0x50:
        raw = readUint32(reader)
        field = ValueField.Int
        break
      case 0x58:
        raw = readUint64(reader)
        field = ValueField.Long
        break
      case 0x65:
        raw = readFloat(reader)
        field = ValueField.Float
        break
      case 0x69:
        raw = readDouble(reader)
        field = ValueField.Double
        break
      case 0x70:
        raw = readBoolean(reader)
        field = ValueField.Boolean
        break
      case 0x7a:
        raw = readText(reader, end) ?? undefined
        isUnreadable = raw === undefined
        field = ValueField.String
        break
      case 0x82:
        raw = readBytes(reader, end)
        field = ValueField.Bytes
        break
      case 0x8a:
        raw = decodeDataSet(reader, readEnd(reader, end))
        field = ValueField.DataSet
        break
      case 0x92:
        raw = readBytes(reader, end)
        field = ValueField.Template
        break
      default:
        skipUnknown(reader, tag, 18, 'metric', end)
    }
  }
  closeMessage(reader, end, 'metric')
  return {
    name,
    alias,
    timestamp,
    datatype,
    isHistorical,
    isTransient,
    isNull: isUnreadable ? true : isNull,
    properties,
    value: isNull ? null : valueAs(raw, field, datatype),
    field,
    raw,
  }
}

function valueAs(raw: RawValue | undefined, field: number | undefined, datatype: number | undefined) {
  if (raw === undefined || field === undefined) return null
  return datatype === undefined ? raw : readAs(raw, field, datatype)
}
