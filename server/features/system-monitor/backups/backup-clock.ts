import { setTimeout as delay } from 'node:timers/promises'
import { clearLeftovers, leftovers } from '../../../platform/backup/backup-folder.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { lockBackups } from '../../../platform/lock.ts'
import { inRound, roundFailed } from '../../../platform/rounds.ts'
import type { Services } from '../../../platform/services.ts'
import { isSilent } from '../../../platform/silence.ts'
import { isDue } from './due.ts'
import { type BackupKeeper, backupKeeper } from './keeper.ts'

type Parts = Pick<Services, 'config' | 'store' | 'log'>

const EVERY_MS = 60_000

/** Removes and records backups that died with their process. Not while one is being made. */
export async function noteLeftovers({ config }: Pick<Parts, 'config'>, keeper: BackupKeeper): Promise<void> {
  if ((await leftovers(config.backupDir)).length === 0) return
  const lock = lockBackups(config.backupDir)
  if (!lock) return
  try {
    for (const name of await clearLeftovers(config.backupDir))
      await keeper.note({ reason: 'cut', detail: name })
  } finally {
    lock.release()
  }
}

/** Makes the due backup, once a day and as soon as a server that was down is back. */
export function startBackups(parts: Parts): { stop(): Promise<void> } {
  const { store, log } = parts
  const keeper = backupKeeper(parts)
  const stopping = new AbortController()
  const { signal } = stopping
  const round = async () => {
    // Those of a copy would push out those of the original in the same folder.
    if (await isSilent(store)) return
    if (!isDue(await keeper.known(store.scoped(SYSTEM), Date.now()))) return
    await inRound('backups', async () => {
      const failure = await keeper.begin(false)
      if (failure) throw new Error(failure.detail)
    })
  }
  const run = async () => {
    await noteLeftovers(parts, keeper).catch(error => log.warn({ err: error }, 'old backups cannot be read'))
    while (!signal.aborted) {
      await round().catch(error => roundFailed(log, 'backups', error))
      await delay(EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await keeper.stop()
      await running
    },
  }
}
