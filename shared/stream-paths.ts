/**
 * How makers name the whole and the small picture of a channel in their paths. Written from general knowledge, neither read
 * in the makers' manuals nor tried on their devices: a guess that the camera's answer confirms or refuses.
 */
const PAIRS: readonly (readonly [main: RegExp, main: string, sub: RegExp, sub: string])[] = [
  // Hikvision: channel 1, stream 01 or 02.
  [/(\/Streaming\/Channels\/\d+0)1\b/i, '$11', /(\/Streaming\/Channels\/\d+0)2\b/i, '$12'],
  [/(\/ch\d+\/)main(\/av_stream)/i, '$1main$2', /(\/ch\d+\/)sub(\/av_stream)/i, '$1sub$2'],
  // Dahua and Amcrest.
  [/\b(subtype=)0\b/i, '$10', /\b(subtype=)1\b/i, '$11'],
  // Uniview.
  [/(\/unicast\/c\d+\/s)0\b/i, '$10', /(\/unicast\/c\d+\/s)1\b/i, '$11'],
  [/(\/media\/video)1\b/i, '$11', /(\/media\/video)2\b/i, '$12'],
  // Reolink, Foscam, TP-Link.
  [/(\/\w+Preview_\d+_)main\b/i, '$1main', /(\/\w+Preview_\d+_)sub\b/i, '$1sub'],
  [/(\/video)Main\b/i, '$1Main', /(\/video)Sub\b/i, '$1Sub'],
  [/(\/stream)1$/i, '$11', /(\/stream)2$/i, '$12'],
]

/** The paths of a channel's whole and small picture, if one of them is given as a known maker writes it. */
export function streamsBeside(path: string): { main: string; sub: string } | undefined {
  for (const [isMain, asMain, isSub, asSub] of PAIRS) {
    if (isMain.test(path)) return { main: path, sub: path.replace(isMain, asSub) }
    if (isSub.test(path)) return { main: path.replace(isSub, asMain), sub: path }
  }
  return undefined
}
