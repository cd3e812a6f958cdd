import type { GbSide } from './gb28181/gb-side.ts'
import type { MediaEngine } from './media-engine.ts'
import type { OnvifSide } from './onvif/onvif-side.ts'

/** Where the demonstration expects its simulated cameras on this machine until the simulator says otherwise. */
export const SIMULATED_PORT = 8554

/** What features need of cameras. */
export interface CameraSide {
  media: MediaEngine
  /** Port of the demonstration's simulated cameras on this machine, the only ones reached there; null while there are none. */
  simulatedPort: number | null
  /** Whether they have come up; left out: they have. */
  areSimulatedUp?: () => boolean
  /** Devices of GB28181 that sign in here; null or left out where they may not. */
  gb?: GbSide | null
  /** Cameras of ONVIF. */
  onvif: OnvifSide
}

declare module '../platform/services.ts' {
  interface Services {
    cameras: CameraSide
  }
}
