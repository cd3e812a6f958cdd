import { buildCamera } from '../../testing/cameras.ts'
import type { Fixture } from '../../testing/fixtures.ts'

export const fixtures: Fixture[] = [
  { module: 'cameras', row: ({ services, offices }) => buildCamera(services, offices.direct) },
  { module: 'camera-channels', row: ({ services, offices }) => buildCamera(services, offices.direct) },
]
