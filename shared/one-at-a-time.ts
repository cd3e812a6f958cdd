/**
 * Does `work` for each subject one at a time: asked for again meanwhile, it is done once more after that, so that what
 * it finds last is what holds.
 */
export function oneAtATime<S>(work: (subject: S) => Promise<void>): (subject: S) => Promise<void> {
  /** Subjects at work, and whether to do it once more. */
  const atWork = new Map<S, boolean>()
  return async subject => {
    if (atWork.has(subject)) {
      atWork.set(subject, true)
      return
    }
    try {
      do {
        atWork.set(subject, false)
        await work(subject)
      } while (atWork.get(subject))
    } finally {
      atWork.delete(subject)
    }
  }
}
