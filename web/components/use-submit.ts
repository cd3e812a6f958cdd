import { useQueryClient } from '@tanstack/react-query'
import { App, type FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, hearChanges } from '#web/data/client.ts'
import { readAgain } from '#web/data/queries.ts'
import { useReachable } from '#web/data/reachable.ts'

interface Options {
  /** Shown after success, if that is not visible by itself. */
  success?: string
  form?: FormInstance
  /**
   * Somebody else changed the row: what it is now, in words, and who, if known. Without it, or if it returns false, the
   * conflict is only reported.
   */
  conflict?: (current: unknown, why: string, by: string | undefined) => unknown
  /**
   * For choices that act and show at once: one made while another is being sent waits for it, and what it changes is read
   * again after the last, successful or not. Without it a second change is ignored: a form is sent once.
   */
  inTurn?: boolean
}

/**
 * Runs one change at a time: reports how it ended, puts field errors beside their inputs, reads again what it made stale.
 * Returns true after success.
 */
export function useSubmit({ success, form, conflict, inTurn = false }: Options = {}) {
  const { t } = useTranslation('components')
  const { message, modal } = App.useApp()
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)
  const last = useRef<Promise<boolean>>(null)
  const changed = useRef(new Set<string>())

  function readOld(): void {
    void readAgain(cache, [...changed.current])
    changed.current.clear()
  }

  /** `shownIn`: the form of this change, if it only exists while it is being asked for. */
  async function submit(change: () => Promise<unknown>, shownIn = form): Promise<boolean> {
    const before = last.current
    if (before && !inTurn) return false
    const turn = before ? before.catch(() => false).then(() => run(change, shownIn)) : run(change, shownIn)
    last.current = turn
    setBusy(true)
    try {
      const isKept = await turn
      if (last.current === turn && (isKept || inTurn)) readOld()
      return isKept
    } finally {
      if (last.current === turn) {
        last.current = null
        setBusy(false)
      }
    }
  }

  async function run(change: () => Promise<unknown>, shownIn?: FormInstance): Promise<boolean> {
    // If it will hardly arrive, say so at once, not when it is given up.
    const isCut = !navigator.onLine || !useReachable.getState().reachable
    const said = isCut
      ? message.loading(
          t($ => $.trying),
          0,
        )
      : null
    const stop = hearChanges(path => changed.current.add(path))
    try {
      await change()
      if (success) void message.success(success)
      return true
    } catch (error) {
      report(error, shownIn)
      return false
    } finally {
      stop()
      said?.()
    }
  }

  function report(error: unknown, shownIn?: FormInstance): void {
    if (!(error instanceof CallError)) throw error
    if (shownIn && error.fields.length > 0) {
      shownIn.setFields(
        error.fields.map(({ field, message }) => ({ name: nameOf(field), errors: [message] })),
      )
      shownIn.scrollToField(nameOf(error.fields[0]?.field ?? ''), { block: 'center', focus: true })
    }
    // Without a form, field errors are shown here.
    if (!shownIn) for (const { message: why } of error.fields) void message.error(why)
    if (error.told) return
    // Somebody was faster: what shows is stale.
    if (error.status === 404 || error.status === 409) readOld()
    const { current, by } = error.status === 409 ? conflictOf(error.data) : {}
    if (conflict && current && conflict(current, error.message, by) !== false) return
    const why =
      error.status === 0
        ? t($ => $.noAnswer)
        : error.status === 409
          ? error.message || t($ => $.conflict)
          : error.message
    modal.error({ title: t($ => $.notSaved), content: why })
  }

  return { busy, submit }
}

/** Path of a refused field in a form: a picker of several is one field, whichever item is refused. */
const nameOf = (field: string): string[] => field.replace(/\.\d+$/, '').split('.')

/** The row as it is now and who changed it, if the refusal says so. */
const conflictOf = (data: unknown): { current?: unknown; by?: string } =>
  typeof data === 'object' && data !== null ? data : {}
