import { useQueryClient } from '@tanstack/react-query'
import { App, type FormInstance } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/data/client.ts'
import { readAgain } from '#web/data/queries.ts'

interface Options {
  /** Paths of endpoints whose cached answers the change makes old. */
  touches: readonly string[]
  /** Said after success. */
  success: string
  form?: FormInstance
  /** Somebody else has changed the row: what it is now. Without it a conflict is only said. */
  conflict?: (current: unknown) => void
}

/**
 * Runs one change at a time: says how it ended, puts refused fields beside their inputs, reads touched lists again.
 * Answers true after success.
 */
export function useSubmit({ touches, success, form, conflict }: Options) {
  const { t } = useTranslation('components')
  const { message, modal } = App.useApp()
  const cache = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function submit(change: () => Promise<unknown>): Promise<boolean> {
    if (busy) return false
    setBusy(true)
    try {
      await change()
      void message.success(success)
      void readAgain(cache, touches)
      return true
    } catch (error) {
      report(error)
      return false
    } finally {
      setBusy(false)
    }
  }

  function report(error: unknown): void {
    if (!(error instanceof CallError)) throw error
    if (form && error.fields.length > 0) {
      form.setFields(error.fields.map(({ field, message }) => ({ name: nameOf(field), errors: [message] })))
      form.scrollToField(nameOf(error.fields[0]?.field ?? ''), { block: 'center', focus: true })
    }
    // Without a form beside it, what is wrong with a field is said here.
    if (!form) for (const { message: why } of error.fields) void message.error(why)
    if (error.told) return
    const current = error.status === 409 ? currentOf(error.data) : null
    if (conflict && current) {
      conflict(current)
      return
    }
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

/** Where a refused field stands in a form: a picker of several is one field, whichever of them is refused. */
const nameOf = (field: string): string[] => field.replace(/\.\d+$/, '').split('.')

/** The row as it is now, where the refusal tells it. */
const currentOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'current' in data ? data.current : null
