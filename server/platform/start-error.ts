/** Why the server does not start, as one sentence for the person who started it; shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
