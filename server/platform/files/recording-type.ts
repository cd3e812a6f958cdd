const TRACKS = Buffer.from('1654ae6b', 'hex')
/** The element that says what a track of WebM is, and its value. */
const TRACK = { video: Buffer.from('838101', 'hex'), audio: Buffer.from('838102', 'hex') }

type Kind = 'video' | 'audio'

/** What a WebM has, by its list of tracks; undefined without any. */
function ofWebm(file: Buffer): Kind | undefined {
  const from = file.indexOf(TRACKS)
  if (from < 0) return undefined
  const [video, audio] = [file.indexOf(TRACK.video, from), file.indexOf(TRACK.audio, from)]
  return video >= 0 ? 'video' : audio >= 0 ? 'audio' : undefined
}

/** Version and flags, and an old field, stand before the kind of a track. Bytes */
const BEFORE_KIND = 8

/** What an MP4 or MOV has, by the handlers of its tracks; undefined without any. */
function ofMp4(file: Buffer): Kind | undefined {
  let found: Kind | undefined
  for (let at = file.indexOf('hdlr'); at >= 0; at = file.indexOf('hdlr', at + 4)) {
    const kind = file.toString('latin1', at + 4 + BEFORE_KIND, at + 8 + BEFORE_KIND)
    if (kind === 'vide') return 'video'
    if (kind === 'soun') found = 'audio'
  }
  return found
}

/**
 * The media type of a voice note or video, by its tracks: a recorder's WebM begins the same with and without a picture.
 * Undefined for anything that not every browser of today plays.
 */
export function recordingType(found: string, file: Buffer): string | undefined {
  switch (found.split(';')[0]) {
    case 'video/webm': {
      const kind = ofWebm(file)
      return kind && `${kind}/webm`
    }
    case 'video/mp4':
    case 'video/x-m4v':
    case 'audio/mp4':
    case 'audio/x-m4a': {
      const kind = ofMp4(file)
      return kind && `${kind}/mp4`
    }
    case 'video/quicktime':
      return ofMp4(file) === 'video' ? 'video/quicktime' : undefined
    case 'audio/ogg':
    case 'audio/mpeg':
      return found.split(';')[0]
    default:
      return undefined
  }
}
