import { natural, writeDataSet, writePropertySet } from './encode-parts.ts'
import { checkValue, fieldOf, isDataSet, naturalField, writeScalar } from './encode-value.ts'
import {
  DataType,
  MAX_METRICS,
  type Metric,
  type MetricValue,
  type Payload,
  SparkplugError,
} from './types.ts'
import {
  beginMessage,
  createWriter,
  endMessage,
  type Writer,
  writeBoolean,
  writeBytes,
  writeNumber,
  writeString,
  writtenBytes,
} from './writer.ts'

interface EncodeOptions {
  /** false omits the datatypes, as DATA of an announced metric should; values are still written by them */
  datatypes?: boolean
}

/**
 * Writes a Sparkplug B payload. A metric without a datatype is written into its `field`, otherwise into one
 * that keeps its value whole; null is written as `is_null`. File metadata is not written.
 * @throws SparkplugError that names the metric whose value does not fit its datatype
 */
export function encodePayload(payload: Payload, { datatypes = true }: EncodeOptions = {}): Uint8Array {
  if (payload.metrics.length > MAX_METRICS) throw new SparkplugError(`more than ${MAX_METRICS} metrics`)
  const writer = createWriter(64 + payload.metrics.length * 32)
  if (payload.timestamp !== undefined) writeNumber(writer, 0x08, natural(payload.timestamp, 'timestamp'))
  for (const metric of payload.metrics) {
    try {
      writeMetric(writer, metric, datatypes)
    } catch (error) {
      if (!(error instanceof SparkplugError)) throw error
      throw new SparkplugError(`metric ${metric.name ?? metric.alias ?? 'without name'}: ${error.message}`)
    }
  }
  if (payload.seq !== undefined) writeNumber(writer, 0x18, natural(payload.seq, 'seq'))
  if (payload.uuid !== undefined) writeString(writer, 0x22, payload.uuid)
  if (payload.body !== undefined) writeBytes(writer, 0x2a, payload.body)
  return writtenBytes(writer)
}

function writeMetric(writer: Writer, metric: Metric, datatypes: boolean): void {
  const start = beginMessage(writer, 0x12)
  const { datatype, value } = metric
  if (metric.name !== undefined) writeString(writer, 0x0a, metric.name)
  if (metric.alias !== undefined) writeNumber(writer, 0x10, natural(metric.alias, 'alias'))
  if (metric.timestamp !== undefined) writeNumber(writer, 0x18, natural(metric.timestamp, 'timestamp'))
  if (datatype !== undefined && datatypes) writeNumber(writer, 0x20, natural(datatype, 'datatype'))
  if (metric.isHistorical !== undefined) writeBoolean(writer, 0x28, metric.isHistorical)
  if (metric.isTransient !== undefined) writeBoolean(writer, 0x30, metric.isTransient)
  if (value === null || metric.isNull) writeBoolean(writer, 0x38, true)
  if (metric.properties) writePropertySet(writer, 0x4a, metric.properties)
  if (value !== null && !metric.isNull) writeValue(writer, metric, value)
  endMessage(writer, start)
}

function writeValue(writer: Writer, { datatype, field: carried }: Metric, value: MetricValue): void {
  if (datatype !== undefined) checkValue(value, datatype)
  const field = datatype === undefined ? naturalField(value, carried) : fieldOf(datatype)
  if (field === undefined) throw new SparkplugError('a value of this kind needs a datatype')
  if (isDataSet(value)) writeDataSet(writer, value)
  else writeScalar(writer, field, field, value, datatype ?? DataType.Unknown)
}
