/**
 * Whether what must be remembered can be written. A disk that is full, broken or read-only is no reason to stop: what could
 * not be written is tried again, and what is measured meanwhile is held in the memory of the process.
 */
export interface Disk {
  /** Writes something; false if the disk does not take it. `what` names it for the next try. */
  attempt(what: string, write: () => void): boolean
  /** The same, and tried again by `retry` until the disk takes it. */
  insist(what: string, write: () => void): boolean
  /** Tries again what the disk did not take. */
  retry(): void
  /** What the system says of it, as `ENOSPC`; empty while everything can be written. */
  trouble(): string
}

interface Failure {
  code: string
  again: (() => void) | undefined
}

const meanings: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'a file may not grow any more',
  EROFS: 'the disk is read-only',
  EIO: 'the disk is broken',
}

/** A disk of which nothing is known yet. */
export function openDisk(say: (text: string) => void): Disk {
  const failures = new Map<string, Failure>()

  function write(what: string, work: () => void, again: Failure['again']): boolean {
    try {
      work()
    } catch (error) {
      const { code, message, syscall } = error as NodeJS.ErrnoException
      // A fault of the program, not of the disk.
      if (code === undefined || syscall === undefined) throw error
      if (failures.size === 0)
        say(`${meanings[code] ?? 'the disk cannot be written'} (${message}); the gateway goes on without it`)
      failures.set(what, { code, again })
      return false
    }
    if (failures.delete(what) && failures.size === 0) say('the disk is written again')
    return true
  }

  return {
    attempt: (what, work) => write(what, work, undefined),
    insist: (what, work) => write(what, work, work),
    retry() {
      for (const [what, { again }] of failures) if (again) write(what, again, again)
    },
    trouble: () => [...failures.values()][0]?.code ?? '',
  }
}
