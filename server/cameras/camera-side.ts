import type { MediaEngine } from './media-engine.ts'

/** Where the demonstration expects its simulated cameras on this machine until the simulator says otherwise. */
export const SIMULATED_PORT = 8554

/** What features need of cameras. */
export interface CameraSide {
  media: MediaEngine
  /** Port of the demonstration's simulated cameras on this machine, the only ones reached there; null while there are none. */
  simulatedPort: number | null
}

declare module '../platform/services.ts' {
  interface Services {
    cameras: CameraSide
  }
}
