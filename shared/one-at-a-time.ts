/**
 * Does `work` for each subject one at a time: if requested again meanwhile, it runs once more afterwards, so that its
 * last result counts.
 */
export function oneAtATime<S>(work: (subject: S) => Promise<void>): (subject: S) => Promise<void> {
  /** Subjects at work, and whether to run once more. */
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
