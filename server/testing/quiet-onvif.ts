import type { OnvifSide } from '../cameras/onvif/onvif-side.ts'

/** Cameras of ONVIF that nobody dials: each has one picture with a small one beside it, and takes every order. */
export const quietOnvif = (): OnvifSide => ({
  look: async () => ({
    steps: (['address', 'connect', 'onvif', 'signIn', 'profiles'] as const).map(step => ({ step, ok: true })),
    found: {
      manufacturer: 'Quiet',
      model: 'Q1',
      firmware: '1',
      clockOffS: 0,
      canReplay: false,
      pictures: [{ main: 'main', sub: 'sub', canMove: true }],
    },
  }),
  locate: async () => 'rtsp://127.0.0.1:9/none',
  move: async () => {},
  preset: async () => {},
  snapshot: async () => null,
  discover: async () => [],
})
