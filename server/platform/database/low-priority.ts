import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { MAY_WAIT } from '../thread-priority.ts'

/**
 * Lets a connection's process of the database go behind others where it runs on this machine: readings and alarms then find a
 * processor free, however much people ask for. Told by its socket and by what the process is called, since the number of a
 * process elsewhere may be that of any here. Where it cannot be done nothing changes.
 */
export function lowerPriority(url: string, processId: number | null | undefined): void {
  if (process.platform !== 'linux' || !processId || !isLocal(url)) return
  try {
    const name = readFileSync(`/proc/${processId}/cmdline`, 'utf8')
    if (name.startsWith('postgres')) setPriority(processId, MAY_WAIT)
  } catch {
    // Another user's process, or one that has just ended.
  }
}

/** Whether the address is a socket's, on this machine. */
function isLocal(url: string): boolean {
  try {
    const { hostname, searchParams } = new URL(url)
    return (searchParams.get('host') ?? decodeURIComponent(hostname)).startsWith('/')
  } catch {
    return false
  }
}
