import { cameraClips, cameraRecordings } from '#shared/contracts/camera-clips.ts'
import { feature } from '../../platform/http/feature.ts'
import {
  addLink,
  changeClip,
  endLink,
  playClip,
  readClip,
  readClips,
  readLinked,
  readLinks,
  removeClip,
} from './clips.ts'
import { askForClip, openFilm, readRecording, switchRecording } from './recordings.ts'

export const cameraClipsFeature = feature('camera-clips', cameraClips, {
  list: readClips,
  get: readClip,
  play: playClip,
  update: changeClip,
  remove: removeClip,
  links: readLinks,
  addLink,
  endLink,
  linked: readLinked,
})

export const cameraRecordingsFeature = feature('camera-recordings', cameraRecordings, {
  get: readRecording,
  change: switchRecording,
  cut: askForClip,
  film: openFilm,
})
