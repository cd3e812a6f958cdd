/** What is read of a recording; a recorder may leave out or misspell any of it. */
interface Told {
  recordingToken?: unknown
  configuration?: { source?: { sourceId?: unknown } }
}

/** A recording, and what it is of. */
export interface Recording {
  token: string
  sourceId: string
}

const TOKEN_MOST = 64

/** The recordings that a recorder told. */
export function recordingsIn(told: unknown): Recording[] {
  const items = (Array.isArray(told) ? told : told ? [told] : []) as Told[]
  return items.flatMap(({ recordingToken, configuration }) => {
    const token = String(recordingToken ?? '')
    const sourceId = String(configuration?.source?.sourceId ?? '')
    return token === '' || token.length > TOKEN_MOST ? [] : [{ token, sourceId }]
  })
}

/**
 * The recording of a picture. Recorders name its source by a profile, a lens or an address of their own; where none of them is
 * the picture's, one recording is of one picture, and as many as pictures are in their order.
 */
export function recordingOf(
  recordings: readonly Recording[],
  { names, at, of }: { names: readonly string[]; at: number; of: number },
): string | undefined {
  const named = recordings.find(({ sourceId }) => sourceId !== '' && names.includes(sourceId))
  if (named) return named.token
  return recordings.length === of ? recordings[at]?.token : undefined
}
