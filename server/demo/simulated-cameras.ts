import type { DialRules } from '../platform/network/dial-camera.ts'
import { demoSecret } from './seed/secrets.ts'

/** Stands for the simulator's cameras, whatever port they have now: nothing else of this machine is dialled. */
const DOOR = '127.0.0.1:8554'

const NONE: DialRules['doors'] = {}

export const CAMERA_USER = 'simulator'
export const cameraPassword = (appSecret: string): string => demoSecret(appSecret, 'cameras')

/** The address of the camera in a simulated house, by the code of its controller. */
export const cameraAddress = (code: string): string => `rtsp://${DOOR}/${encodeURIComponent(code)}`

/** Where the simulator's cameras are, as soon as it has told. */
export interface SimulatedCameras {
  /** For the guarded dialler of cameras. */
  doors(): DialRules['doors']
  port(): number
  opened(port: number): void
}

/** Without a demonstration there is no door. Until the simulator has told its port nobody answers behind it. */
export function simulatedCameras(isDemo: boolean): SimulatedCameras {
  let port = 0
  return {
    doors: (): DialRules['doors'] => (isDemo ? { [DOOR]: port } : NONE),
    port: () => port,
    opened(told) {
      port = told
    },
  }
}
