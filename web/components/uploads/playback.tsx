import type { ShownFile } from '#shared/contracts/files.ts'
import './shown-files.css'

/** Whether a file is played in place. */
export const isPlayed = ({ type }: Pick<ShownFile, 'type'>): boolean => /^(?:audio|video)\//.test(type)

/** Plays a voice note or a video where it stands, with the browser's own controls. */
export function Playback({ file: { name, type, url } }: { file: ShownFile }) {
  return type.startsWith('video/') ? (
    // biome-ignore lint/a11y/useMediaCaption: people's own recordings have no captions
    <video className="playback" src={url} controls playsInline preload="metadata" aria-label={name} />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: people's own recordings have no captions
    <audio className="playback" src={url} controls preload="metadata" aria-label={name} />
  )
}
