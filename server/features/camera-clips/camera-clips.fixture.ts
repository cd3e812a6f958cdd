import { recordingsFolder } from '../../cameras/recording/places.ts'
import type { TestApp } from '../../testing/app.ts'
import { buildCamera } from '../../testing/cameras.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import { buildClip, writeRing } from '../../testing/recordings.ts'

/** A recorded channel with a minute in its ring. */
async function recorded({ services, offices }: TestApp) {
  const camera = await buildCamera(services, offices.direct, { records: true })
  const now = Date.now()
  writeRing(recordingsFolder(services.config), camera.id, now - 60_000, now)
  return camera
}

export const fixtures: Fixture[] = [
  { module: 'camera-clips', row: ({ services, offices }) => buildClip(services, offices.direct) },
  { module: 'camera-recordings', row: recorded },
]
