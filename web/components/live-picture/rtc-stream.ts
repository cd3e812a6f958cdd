import { type LiveFrame, viewFaults, WEBRTC_PROTOCOL } from '#shared/live-pictures.ts'
import type { PictureStream, StreamEvents } from './picture-stream.ts'

/** No way to the server is found later than this. ms */
const CONNECT_MS = 6_000
/** How far behind the picture is, is told the server this often. ms */
const REPORT_MS = 5_000

type RtcEvents = Omit<StreamEvents, 'source'> & {
  source(stream: MediaStream): void
  /** Pictures cannot come in this way here. */
  blocked(): void
}

/** Shows a live picture by WebRTC: the socket brings the server's answer and says why it ends, the pictures come by UDP. */
export function openRtcStream(url: string, events: RtcEvents): PictureStream {
  const socket = new WebSocket(url, WEBRTC_PROTOCOL)
  // The server tells the address to send to: nobody else needs to know ours.
  const connection = new RTCPeerConnection({ iceServers: [] })
  let isOver = false
  let wasConnected = false

  const close = () => {
    if (isOver) return
    isOver = true
    clearTimeout(late)
    clearInterval(reporting)
    socket.close()
    connection.close()
  }
  const end = (tell: () => void) => {
    if (isOver) return
    close()
    tell()
  }
  const late = setTimeout(() => end(events.blocked), CONNECT_MS)
  const tell = (said: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(said))
  }
  const delay = delayOf(connection)
  const reporting = setInterval(() => {
    if (wasConnected) void delay().then(ms => ms !== undefined && tell({ type: 'lag', ms }))
  }, REPORT_MS)

  const hear = (frame: LiveFrame) => {
    if (frame.type === 'answer')
      connection.setRemoteDescription({ type: 'answer', sdp: frame.sdp }).catch(() => end(events.blocked))
    else if (frame.type === 'pong') events.pong()
    else if (frame.type === 'fault' && viewFaults.includes(frame.fault)) {
      if (frame.fault === 'noWebRtc') end(events.blocked)
      else end(() => events.fault(frame.fault))
    }
  }
  connection.addEventListener('track', ({ track, streams, receiver }) => {
    // As soon as it is decoded: what is seen of a house is seldom watched for its smoothness.
    if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0
    events.source(streams[0] ?? new MediaStream([track]))
  })
  connection.addEventListener('connectionstatechange', () => {
    const { connectionState } = connection
    if (connectionState === 'connected') {
      wasConnected = true
      clearTimeout(late)
    } else if (connectionState === 'failed') end(wasConnected ? events.over : events.blocked)
  })
  socket.addEventListener('open', () => {
    void offerOf(connection).then(
      sdp => tell({ type: 'offer', sdp }),
      () => end(events.blocked),
    )
  })
  socket.addEventListener('close', () => end(events.over))
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    if (!isOver) hear(JSON.parse(data) as LiveFrame)
  })

  return { at() {}, lag() {}, ping: () => tell({ type: 'ping' }), close }
}

/** This browser's description. Its own addresses need not be in it: it is the one that finds the way to the server. */
async function offerOf(connection: RTCPeerConnection): Promise<string> {
  connection.addTransceiver('video', { direction: 'recvonly' })
  await connection.setLocalDescription(await connection.createOffer())
  return connection.localDescription?.sdp ?? ''
}

/** Makes what tells how long the pictures since it was last asked took from the server to the glass, ms; undefined without any. */
function delayOf(connection: RTCPeerConnection): () => Promise<number | undefined> {
  let before = { held: 0, shown: 0 }
  return async () => {
    let now = before
    let wayS = 0
    for (const each of (await connection.getStats()).values()) {
      if (each.type === 'candidate-pair' && each.nominated) wayS = (each.currentRoundTripTime ?? 0) / 2
      if (each.type === 'inbound-rtp')
        now = { held: each.jitterBufferDelay ?? 0, shown: each.jitterBufferEmittedCount ?? 0 }
    }
    const shown = now.shown - before.shown
    const held = now.held - before.held
    before = now
    return shown > 0 ? Math.round((held / shown + wayS) * 1_000) : undefined
  }
}
