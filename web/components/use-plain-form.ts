import i18next from 'i18next'
import { useRef, useState } from 'react'
import { CallError } from '#web/data/client.ts'

type Problems = Readonly<Record<string, string>>

/**
 * Sends a form of a page before signing in, one try at a time: what the page itself finds wrong first, then what the server
 * does, by field. `''` is what concerns no field.
 */
export function usePlainForm(send: () => Promise<unknown>, check: () => Problems) {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)

  const show = (found: Problems) => {
    setProblems(found)
    // Once they are drawn.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  async function attempt(): Promise<void> {
    if (busy) return
    const found = check()
    if (Object.keys(found).length > 0) return show(found)
    setBusy(true)
    setProblems({})
    try {
      await send()
    } catch (error) {
      show(problemsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault()
    void attempt()
  }
  return { busy, form, submit, problemOf: (field: string) => problems[field] ?? null }
}

function problemsOf(error: unknown): Problems {
  if (!(error instanceof CallError)) throw error
  if (error.status === 0) return { '': i18next.t($ => $.unreachable, { ns: 'data' }) }
  const fields = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))
  return Object.keys(fields).length > 0 ? fields : { '': error.message }
}
