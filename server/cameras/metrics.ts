import { Counter, Gauge, Histogram } from 'prom-client'
import { mediaFaults } from '#shared/live-pictures.ts'

export const pulls = new Gauge({ name: 'camera_pulls', help: 'Cameras whose pictures are being fetched' })
export const viewers = new Gauge({ name: 'camera_viewers', help: 'Live pictures open in browsers' })
export const fragments = new Counter({
  name: 'camera_pictures_total',
  help: 'Pictures that came from cameras',
})
export const bytes = new Counter({
  name: 'camera_bytes_total',
  help: 'Bytes of pictures that came from cameras',
})
export const slowViewers = new Counter({
  name: 'camera_slow_viewers_total',
  help: 'Times a viewer was too slow and had to wait for the next key frame',
})
export const interruptions = new Counter({
  name: 'camera_interruptions_total',
  help: 'Times a camera was lost while its picture was watched',
})
export const faults = new Counter({
  name: 'camera_faults_total',
  help: 'Times a camera gave no picture, by reason',
  labelNames: ['fault'] as const,
})
for (const fault of mediaFaults) faults.inc({ fault }, 0)
export const viewerLag = new Histogram({
  name: 'camera_viewer_lag_seconds',
  help: 'How far behind the newest picture browsers say they are',
  buckets: [0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10],
})
