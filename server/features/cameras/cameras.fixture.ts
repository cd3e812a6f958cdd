import { buildCamera, buildGbCamera } from '../../testing/cameras.ts'
import type { Fixture } from '../../testing/fixtures.ts'

const device: Fixture['row'] = ({ services, offices }) => buildGbCamera(services, offices.direct)

export const fixtures: Fixture[] = [
  {
    module: 'cameras',
    row: ({ services, offices }) => buildCamera(services, offices.direct),
    rowFor: { readChannels: device },
  },
  {
    module: 'camera-channels',
    row: ({ services, offices }) => buildCamera(services, offices.direct),
    rowFor: { turn: device, replay: device },
  },
]
