import type { Pictures } from '../h264/depacketise.ts'
import { annexB } from './annex-b.ts'
import { psDemuxer } from './ps.ts'
import { inOrder, type RtpPacket } from './rtp-order.ts'

/** Pictures after which a camera is trusted to begin each in a packet of its own. */
const TRUSTED_AFTER = 5

/**
 * Makes pictures of packets of RTP that carry a program stream. A picture is handed over with its last packet where the
 * camera has kept to that so far, otherwise when the next begins. Throws MediaError if it is no H.264.
 */
export function psPictures({ picture, lost }: Pictures): (packet: RtpPacket) => void {
  /** Pictures in a row that began with their packet; never again once the camera was seen not to keep to it. */
  let aligned = 0
  let isCut = false
  let packetTime = 0
  const notKept = () => {
    aligned = isCut ? 0 : Number.NEGATIVE_INFINITY
    lost()
  }
  const stream = annexB({
    picture(found) {
      isCut = false
      picture(found)
    },
    lost,
    orphan: notKept,
  })
  const demuxer = psDemuxer({
    video(data, time, begins) {
      if (begins && data.length > 0) {
        if (startsUnit(data)) aligned += 1
        // What was handed over was not the whole picture.
        else if (aligned > TRUSTED_AFTER) notKept()
        else aligned = Number.NEGATIVE_INFINITY
      }
      stream.push(data, time ?? packetTime)
    },
  })
  return inOrder({
    packet({ payload, time, isMarked }) {
      packetTime = time
      demuxer.push(payload)
      if (isMarked && aligned > TRUSTED_AFTER && demuxer.isBetween()) stream.flush()
    },
    lost() {
      isCut = true
      demuxer.lost()
      stream.lost()
    },
  })
}

const startsUnit = (data: Buffer): boolean =>
  data[0] === 0 && data[1] === 0 && (data[2] === 1 || (data[2] === 0 && data[3] === 1))
