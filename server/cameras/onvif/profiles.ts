import type { OnvifPicture } from './orders.ts'

/** What is read of a profile; a camera may leave out or misspell any of it. */
interface Told {
  $?: { token?: unknown }
  videoSourceConfiguration?: { sourceToken?: unknown }
  videoEncoderConfiguration?: { encoding?: unknown; resolution?: { width?: unknown; height?: unknown } }
  PTZConfiguration?: unknown
}

interface Stream {
  token: string
  lens: string
  isShown: boolean
  pixels: number
  canMove: boolean
}

const TOKEN_MOST = 64

function streamOf({ $, videoSourceConfiguration, videoEncoderConfiguration, PTZConfiguration }: Told) {
  const token = String($?.token ?? '')
  if (token === '' || token.length > TOKEN_MOST || !videoEncoderConfiguration) return []
  const { encoding, resolution } = videoEncoderConfiguration
  const stream: Stream = {
    token,
    lens: String(videoSourceConfiguration?.sourceToken ?? ''),
    isShown: /^H\.?264/i.test(String(encoding ?? '')),
    pixels: (Number(resolution?.width) || 0) * (Number(resolution?.height) || 0),
    canMove: PTZConfiguration !== undefined,
  }
  return [stream]
}

/** The lenses or inputs of a camera in the order of its pictures, each with the profiles that show it. */
export const lensesOf = (profiles: readonly Told[]): { lens: string; profiles: string[] }[] =>
  [...Map.groupBy(profiles.flatMap(streamOf), ({ lens }) => lens)].map(([lens, streams]) => ({
    lens,
    profiles: streams.map(({ token }) => token),
  }))

/**
 * The pictures of a camera by its profiles, one for each lens or input: the largest stream that browsers show is the whole
 * picture, the smallest the one for tiles. Without any that browsers show it is the largest all the same, so that a test
 * says why.
 */
export function picturesOf(profiles: readonly Told[]): OnvifPicture[] {
  const byLens = Map.groupBy(profiles.flatMap(streamOf), ({ lens }) => lens)
  return [...byLens.values()].flatMap(streams => {
    const shown = streams.filter(({ isShown }) => isShown)
    const inOrder = (shown.length > 0 ? shown : streams).toSorted((a, b) => b.pixels - a.pixels)
    const [main] = inOrder
    const sub = shown.length > 0 ? inOrder.at(-1) : undefined
    if (!main) return []
    return [
      {
        main: main.token,
        sub: sub && sub.pixels < main.pixels ? sub.token : undefined,
        canMove: streams.some(({ canMove }) => canMove),
      },
    ]
  })
}
