import type { Picture, Pictures } from '../h264/depacketise.ts'
import { isSlice, kindOfNal, NAL } from '../h264/nal.ts'
import { MediaError } from '../media-types.ts'

/** More than any picture of a camera; Bytes */
const PICTURE_MOST = 16 * 1024 * 1024
const FORBIDDEN_BIT = 0x80

export interface AnnexB {
  /** Bytes of the stream, cut anywhere, and the time of what begins in them. */
  push(data: Buffer, time: number): void
  /** Nothing more belongs to the picture that was begun. */
  flush(): void
  /** Bytes are missing: nothing is known of what was begun. */
  lost(): void
}

/**
 * Puts pictures together from a byte stream of H.264 (ITU-T H.264, annex B). The cuts between pieces mean nothing, since some
 * cameras and muxers cut in the middle of a slice: a picture ends where another one begins. `orphan` hears of a slice whose
 * picture is not there any more. Throws MediaError once the stream is seen to be H.265, whatever its map of streams says.
 */
export function annexB({ picture, lost, orphan }: Pictures & { orphan(): void }): AnnexB {
  /** From the start code of the unit that is not whole yet. */
  let rest: Buffer = Buffer.alloc(0)
  let isInUnit = false
  let unitTime = 0
  let building: Picture | undefined
  let sets: Pick<Picture, 'sps' | 'pps'> = {}
  let bytes = 0
  let isVpsSeen = false

  /** Streams without a map, or with a wrong one, tell their format by the heads of their units. */
  const refuseH265 = (nal: Buffer) => {
    const head = nal.readUInt16BE(0)
    if (head === H265.sps && isVpsSeen) throw new MediaError('picture', 'unsupportedCodec', 'H265')
    if (head === H265.vps) isVpsSeen = true
    else if (kindOfNal(nal) === NAL.sps) isVpsSeen = false
  }
  const finish = () => {
    const done = building
    building = undefined
    bytes = 0
    if (!done) return
    picture({ ...done, ...sets })
    sets = {}
  }
  const drop = () => {
    rest = Buffer.alloc(0)
    isInUnit = false
    building = undefined
    bytes = 0
    lost()
  }
  const unit = (nal: Buffer, time: number) => {
    const kind = kindOfNal(nal)
    if (nal.length < 2 || (nal[0] ?? 0) & FORBIDDEN_BIT) return drop()
    refuseH265(nal)
    const begins = beginsPicture(nal)
    if (begins) finish()
    if (kind === NAL.sps) sets = { ...sets, sps: nal }
    else if (kind === NAL.pps) sets = { ...sets, pps: [...(sets.pps ?? []), nal] }
    if (!isSlice(kind)) return
    // The beginning of its picture is missing.
    if (!begins && !building) return orphan()
    building ??= { slices: [], time, isKey: false }
    building.isKey ||= kind === NAL.idr
    building.slices.push(nal)
    bytes += nal.length
    if (bytes > PICTURE_MOST) drop()
  }
  return {
    push(data, time) {
      const before = rest.length
      rest = before === 0 ? Buffer.from(data) : Buffer.concat([rest, data])
      // A start code may lie across the cut.
      let from = Math.max(isInUnit ? START_CODE.length : 0, before - START_CODE.length - 1)
      for (;;) {
        const at = rest.indexOf(START_CODE, from)
        if (at < 0 || at + START_CODE.length + 1 >= rest.length) break
        if (isInUnit) {
          const nal = trimmed(rest.subarray(START_CODE.length, at))
          rest = rest.subarray(at)
          if (nal.length > 0) unit(Buffer.from(nal), unitTime)
          // What is damaged was forgotten, and so is what followed in this piece.
          if (rest.length === 0) return
        } else rest = rest.subarray(at)
        // Known before the unit is whole: the picture before it need not wait.
        if (beginsPicture(rest.subarray(START_CODE.length))) finish()
        isInUnit = true
        unitTime = time
        from = START_CODE.length
      }
      if (!isInUnit) rest = rest.subarray(Math.max(0, rest.length - START_CODE.length - 1))
      if (rest.length > PICTURE_MOST) drop()
    },
    flush() {
      if (isInUnit) {
        const nal = trimmed(rest.subarray(START_CODE.length))
        rest = Buffer.alloc(0)
        isInUnit = false
        if (nal.length > 0) unit(Buffer.from(nal), unitTime)
      }
      finish()
    },
    lost: drop,
  }
}

const START_CODE = Buffer.from([0, 0, 1])
/** Heads of the parameter sets of H.265 (ITU-T H.265, 7.3.1.2); no camera sends units of H.264 with the first. */
const H265 = { vps: 0x4001, sps: 0x4201 } as const
/** Units that only come before the first slice of a picture (ITU-T H.264, 7.4.1.2.3). */
const BEGINS: readonly number[] = [NAL.sei, NAL.sps, NAL.pps, NAL.delimiter]

/** Whether a unit is the first of a picture: of a slice, first_mb_in_slice is 0, which is ue(v) of a single bit. */
function beginsPicture(nal: Buffer): boolean {
  const kind = kindOfNal(nal)
  return isSlice(kind) ? ((nal[1] ?? 0) & 0x80) !== 0 : BEGINS.includes(kind)
}

/** Zeros after a unit belong to the next start code. */
function trimmed(nal: Buffer): Buffer {
  let end = nal.length
  while (end > 0 && nal[end - 1] === 0) end -= 1
  return nal.subarray(0, end)
}
