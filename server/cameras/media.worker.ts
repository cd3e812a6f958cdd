import { parentPort } from 'node:worker_threads'
import type { FromThread, ToThread } from './engine-messages.ts'
import { probeSource, startPull } from './pull.ts'

/** What stops each pull and probe. */
const running = new Map<number, () => void>()

const tell = (message: FromThread, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

parentPort?.on('message', (message: ToThread) => {
  const { id } = message
  switch (message.type) {
    case 'pull':
      running.set(
        id,
        startPull(message.source, message.rules, {
          init: track => tell({ type: 'init', id, track }),
          fragment: (data, isKey) => tell({ type: 'fragment', id, data, isKey }, [data.buffer]),
          interrupted: fault => tell({ type: 'interrupted', id, fault }),
          fault(fault) {
            running.delete(id)
            tell({ type: 'fault', id, fault })
          },
        }),
      )
      return
    case 'probe': {
      const given = new AbortController()
      running.set(id, () => given.abort())
      void probeSource(message.source, message.rules, given.signal).then(probe => {
        running.delete(id)
        tell({ type: 'probed', id, probe })
      })
      return
    }
    case 'stop':
      running.get(id)?.()
      running.delete(id)
      return
  }
})
