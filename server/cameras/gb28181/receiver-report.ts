import { randomInt } from 'node:crypto'

const RECEIVER_REPORT = 201
const OWN_SOURCE = randomInt(0xffff_ffff)

/** That packets of a source arrive, up to the last one (RFC 3550, 6.4.2). What is lost is not told: nothing is repeated. */
export function writeReport({ source, sequence }: { source: number; sequence: number }): Buffer {
  const report = Buffer.alloc(32)
  report[0] = 0x81
  report[1] = RECEIVER_REPORT
  report.writeUInt16BE(report.length / 4 - 1, 2)
  report.writeUInt32BE(OWN_SOURCE, 4)
  report.writeUInt32BE(source, 8)
  report.writeUInt32BE(sequence, 16)
  return report
}
