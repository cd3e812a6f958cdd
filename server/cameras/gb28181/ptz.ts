import type { CameraMove } from '#shared/cameras.ts'

const BEGIN = [0xa5, 0x0f, 0x01] as const
/** Of 255: fast enough to find a bird, slow enough to stop at it. */
const SPEED = 0x60
/** Of 15. */
const ZOOM_SPEED = 0x4
const DIRECTIONS: Readonly<Record<CameraMove, number>> = {
  right: 0x01,
  left: 0x02,
  down: 0x04,
  up: 0x08,
  zoomIn: 0x10,
  zoomOut: 0x20,
}
const PRESETS = { set: 0x81, call: 0x82 } as const

/** Eight bytes with their sum (GB/T 28181-2016, annex A.3). */
function command(order: number, pan = 0, tilt = 0, zoom = 0): string {
  const bytes = [...BEGIN, order, pan, tilt, zoom << 4]
  const sum = bytes.reduce((total, byte) => (total + byte) & 0xff, 0)
  return [...bytes, sum].map(byte => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
}

/** Moves a camera until it is told to stop. */
export function moveCommand(move: CameraMove): string {
  const zooms = move === 'zoomIn' || move === 'zoomOut'
  return command(DIRECTIONS[move], zooms ? 0 : SPEED, zooms ? 0 : SPEED, zooms ? ZOOM_SPEED : 0)
}

export const stopCommand = (): string => command(0)

/** Stores where a camera looks under a number, or turns it back there. */
export const presetCommand = (doing: keyof typeof PRESETS, number: number): string =>
  command(PRESETS[doing], 0, number)
