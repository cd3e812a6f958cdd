import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownFile } from '#shared/contracts/files.ts'
import { FILE_BYTES, type FileUse, fileTypes } from '#shared/files.ts'
import { CallError } from '#web/data/client.ts'
import { isCut } from '#web/data/offline/cut.ts'
import { keepFile } from '#web/data/offline/kept-files.ts'
import { type Prepared, type Sending, sendingOf } from '#web/data/uploads.ts'
import { smallerPicture } from './smaller-picture.ts'

/** Prefix of the id that stands in a field's value for a file still on its way, or failed. */
const WAITING = 'waiting:'
export const isWaiting = (id: string): boolean => id.startsWith(WAITING)

/** A file that is not stored yet. */
export interface Waiting {
  id: string
  name: string
  /** How much has arrived, from 0 to 1. */
  share: number
  /** Why it failed; null while it is on its way. */
  problem: string | null
}

let waitingFiles = 0

const isTaken = (file: File, use: FileUse): boolean =>
  use === 'picture'
    ? file.type.startsWith('image/')
    : Object.values(fileTypes[use])
        .flat()
        .includes(file.name.split('.').at(-1)?.toLowerCase() ?? '')

interface Options {
  use: FileUse
  most: number
  /** Ids in the field, in order. */
  ids: readonly string[]
  change: (ids: string[]) => void
  /** What is chosen without network is kept in this browser, and sent with what names it. */
  keeps: boolean
}

/** A file on its way, and what is sent of it. */
interface Chosen extends Sending {
  name: string
  prepared: () => Promise<Prepared>
}

/** Uploads chosen files and puts their ids into a field; until a file is stored a placeholder holds its place. */
export function useUploads({ use, most, ids, change, keeps }: Options) {
  const { t } = useTranslation('uploads')
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const [kept, setKept] = useState<ReadonlyMap<string, ShownFile>>(new Map())
  const sendings = useRef(new Map<string, Chosen>())
  // The field's value when a file arrives, not when it was chosen.
  const field = useRef({ ids, change })
  useEffect(() => {
    field.current = { ids, change }
  })
  const put = (next: string[]) => {
    field.current = { ids: next, change }
    field.current.change(next)
  }
  const note = (id: string, now: Partial<Waiting>) =>
    setWaiting(all => all.map(each => (each.id === id ? { ...each, ...now } : each)))
  const leave = (id: string) => {
    sendings.current.delete(id)
    setWaiting(all => all.filter(each => each.id !== id))
  }

  /** Keeps a file in this browser; false if it cannot. */
  async function keep(id: string, { name, prepared }: Chosen): Promise<boolean> {
    const here = await keepFile(name, use, await prepared())
    if (here === null || !sendings.current.has(id)) return false
    put(field.current.ids.map(each => (each === id ? here : each)))
    leave(id)
    return true
  }

  async function send(id: string): Promise<void> {
    const sending = sendings.current.get(id)
    if (!sending) return
    note(id, { problem: null })
    try {
      if (keeps && isCut() && (await keep(id, sending))) return
      const file = await sending.send()
      if (!sendings.current.has(id)) return
      setKept(all => new Map(all).set(file.id, file))
      put(field.current.ids.map(each => (each === id ? file.id : each)))
      leave(id)
    } catch (error) {
      const isRefused = error instanceof CallError && error.status !== 0
      if (keeps && !isRefused && (await keep(id, sending).catch(() => false))) return
      note(id, { problem: isRefused ? error.message : t($ => $.notArrived) })
    }
  }

  function add(chosen: readonly File[]): void {
    const added = chosen.slice(0, Math.max(0, most - field.current.ids.length)).map(file => {
      const id = `${WAITING}${++waitingFiles}`
      const problem = !isTaken(file, use)
        ? t($ => $.uses[use].wrong)
        : file.size > FILE_BYTES[use]
          ? t($ => $.uses[use].tooLarge)
          : null
      let made: Promise<Prepared> | undefined
      const prepare = () =>
        use === 'picture'
          ? smallerPicture(file).catch(() =>
              Promise.reject(new CallError(unreadable(t($ => $.uses[use].wrong)), false)),
            )
          : Promise.resolve<Prepared>({ content: file })
      const prepared = () => (made ??= prepare())
      if (!problem)
        sendings.current.set(id, {
          name: file.name,
          prepared,
          ...sendingOf(file.name, use, prepared, share => note(id, { share })),
        })
      return { id, name: file.name, share: 0, problem }
    })
    setWaiting(all => [...all, ...added])
    put([...field.current.ids, ...added.map(({ id }) => id)])
    for (const { id } of added) void send(id)
  }

  function remove(id: string): void {
    sendings.current.get(id)?.stop()
    leave(id)
    put(field.current.ids.filter(each => each !== id))
  }

  return {
    waiting: new Map(waiting.map(each => [each.id, each])),
    kept,
    add,
    remove,
    again: (id: string) => void send(id),
    /** False for files that would fail however often they are sent. */
    canRepeat: (id: string) => sendings.current.has(id),
  }
}

const unreadable = (message: string) => ({ status: 400, code: 400, message, data: null, isLogin: false })
