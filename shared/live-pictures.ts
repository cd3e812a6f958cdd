/** Why a camera shows no picture. */
export const mediaFaults = [
  'unreachable',
  'refusedAddress',
  'wrongPassword',
  'noStream',
  'unsupportedCodec',
  'damaged',
  'notRegistered',
  'noChannelsFound',
  'ended',
] as const
export type MediaFault = (typeof mediaFaults)[number]

/**
 * What the server sends as text on the socket of a live picture. An `init` is followed by its binary segment and then by
 * binary fragments of one picture each, the first a key frame; a `fault` is the last thing
 * said.
 */
export type LiveFrame =
  | { type: 'init'; mime: string; width: number; height: number }
  | { type: 'fault'; fault: MediaFault }
  /** Answers a `ping` of the page, which wants to know whether the line is still there. */
  | { type: 'pong' }

/** Sockets of live pictures: `/api/ws/live/{channel}/{token}`. */
export const isLivePath = (path: string): boolean => path.startsWith('/api/ws/live/')
