import i18next from 'i18next'
import { useRef, useState } from 'react'
import { hideAnnouncements } from '#web/data/announcements.ts'
import { CallError } from '#web/data/client.ts'

type Problems = Readonly<Record<string, string>>

/**
 * Sends a form of a page before sign-in, one try at a time. The page's own checks come first, then the server's errors, by
 * field; `''` is for errors that concern no field.
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
      // What went wrong with an earlier try.
      hideAnnouncements()
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
  /** Typing into a field clears its error, and the error of the form as a whole. */
  const typed = ({ target }: { target: EventTarget }) => {
    const { [(target as HTMLInputElement).name]: _, '': _whole, ...rest } = problems
    setProblems(rest)
  }
  const props = { ref: form, onSubmit: submit, onInput: typed, noValidate: true }
  return { busy, props, problemOf: (field: string) => problems[field] ?? null }
}

function problemsOf(error: unknown): Problems {
  if (!(error instanceof CallError)) throw error
  if (error.status === 0) return { '': i18next.t($ => $.unreachable, { ns: 'data' }) }
  const fields = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]))
  return Object.keys(fields).length > 0 ? fields : { '': error.message }
}
