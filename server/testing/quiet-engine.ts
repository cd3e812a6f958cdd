import type { MediaEngine, MediaSource, MediaViewer, Probe } from '../cameras/media-engine.ts'

/** A media engine that dials nobody: tests say what cameras answer, and see who watches which source. */
export interface QuietEngine extends MediaEngine {
  /** What the next probes find; by default a camera that shows a picture. */
  answers: (source: MediaSource) => Probe | Promise<Probe>
  probed: MediaSource[]
  /** Of those, how many were asked for pictures. */
  pictured: number
  watched: { channelId: string; source: MediaSource; viewer: MediaViewer }[]
  /** Who watches by WebRTC, and what it offered. */
  offered: { channelId: string; source: MediaSource; offer: string }[]
  /** The picture of a still; none by default. */
  picture: { mime: string; data: Uint8Array } | undefined
}

const STEPS = ['address', 'connect', 'signIn', 'describe', 'picture'] as const

/** A probe of a camera that shows a picture. */
export const shownByProbe: Probe = {
  reached: true,
  steps: STEPS.map(step => ({ step, ok: true })),
  codec: 'H.264',
  width: 1280,
  height: 720,
  framesPerSecond: 25,
}

/** A probe that got as far as this step, and no further. */
export const failedAt = (
  step: (typeof STEPS)[number],
  fault: NonNullable<Probe['steps'][number]['fault']>,
  detail?: string,
): Probe => ({
  reached: STEPS.indexOf(step) > 1,
  steps: STEPS.slice(0, STEPS.indexOf(step) + 1).map(each =>
    each === step
      ? { step: each, ok: false, fault, ...(detail !== undefined && { detail }) }
      : { step: each, ok: true },
  ),
})

export function quietEngine(): QuietEngine {
  const engine: QuietEngine = {
    answers: () => shownByProbe,
    probed: [],
    pictured: 0,
    watched: [],
    offered: [],
    picture: undefined,
    watch(channelId, source, viewer) {
      const entry = { channelId, source, viewer }
      engine.watched.push(entry)
      viewer.init({
        mime: 'video/mp4; codecs="avc1.42c01f"',
        width: 640,
        height: 360,
        segment: new Uint8Array([1]),
      })
      return () => {
        engine.watched = engine.watched.filter(each => each !== entry)
      }
    },
    ways: () => ['mp4', 'webrtc'],
    async answer(channelId, source, offer, { signal }) {
      const entry = { channelId, source, offer }
      engine.offered.push(entry)
      signal.addEventListener('abort', () => {
        engine.offered = engine.offered.filter(each => each !== entry)
      })
      return 'v=0\r\n'
    },
    async probe(source, _signal, depth) {
      engine.probed.push(source)
      if (depth !== 'described') engine.pictured += 1
      return engine.answers(source)
    },
    cut(channelId) {
      for (const { viewer } of engine.watched.filter(each => each.channelId === channelId))
        viewer.failed('ended')
    },
    state(channelId) {
      const all = [...engine.watched, ...engine.offered]
      const viewers = all.filter(each => each.channelId === channelId).length
      return { viewers, live: viewers > 0 }
    },
    keyFrame: async () => engine.picture,
    close: async () => {},
  }
  return engine
}
