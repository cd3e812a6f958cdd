import type { MediaEngine } from './media-engine.ts'

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
