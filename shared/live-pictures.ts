/** Why a camera shows no picture. */
export const mediaFaults = [
  'unreachable',
  'refusedAddress',
  'wrongPassword',
  'noOnvif',
  'noStream',
  'unsupportedCodec',
  'damaged',
  'notRegistered',
  'noChannelsFound',
  'ended',
] as const
export type MediaFault = (typeof mediaFaults)[number]

/** Why a viewer gets no picture although the camera may be well: of the way to the browser, not of the camera. */
const wayFaults = ['noWebRtc', 'mediaServer'] as const
export type WayFault = (typeof wayFaults)[number]
export type ViewFault = MediaFault | WayFault
export const viewFaults: readonly ViewFault[] = [...mediaFaults, ...wayFaults]

/**
 * How pictures reach a browser: `mp4`, fragments over the socket into a media source; `webrtc`, packets over UDP, for browsers
 * without media sources and for lines that lose packets.
 */
export const pictureWays = ['mp4', 'webrtc'] as const
export type PictureWay = (typeof pictureWays)[number]
/** Subprotocol by which a page asks for WebRTC on the socket of a live picture. */
export const WEBRTC_PROTOCOL = 'webrtc'
/** Longest description of a browser's side. Characters */
export const OFFER_MOST = 16_384

/**
 * What the server sends as text on the socket of a live picture. An `init` is followed by its binary segment and then by
 * binary fragments of one picture each, the first a key frame; a `fault` is the last thing
 * said. By WebRTC an `answer` follows the page's offer, and pictures come beside the socket.
 */
export type LiveFrame =
  | { type: 'init'; mime: string; width: number; height: number }
  | { type: 'answer'; sdp: string }
  | { type: 'fault'; fault: ViewFault }
  /** Answers a `ping` of the page, which wants to know whether the line is still there. */
  | { type: 'pong' }

/** Sockets of live pictures: `/api/ws/live/{channel}/{token}`. */
export const isLivePath = (path: string): boolean => path.startsWith('/api/ws/live/')
