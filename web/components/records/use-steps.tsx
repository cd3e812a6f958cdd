import type { Endpoint, Input } from '#shared/endpoint.ts'
import { isOpenTo, type Standing, type Step, type Steps } from '#shared/states.ts'
import type { Text } from '#shared/text.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { later } from '../later.tsx'
import { useShowDialog } from '../list/list-dialogs.tsx'
import type { RowAction } from '../list/row-actions.tsx'
import { useConfirmed } from '../use-confirmed.ts'
import { useSubmit } from '../use-submit.ts'

export interface Stepped extends Standing<string> {
  id: string
  version: number
  number: string
}

const StepForm = later(() => import('./step-form.tsx').then(file => file.StepForm))

/** Calls the endpoint that takes a step on a row, with its body. */
export const takeStep = (endpoint: Endpoint, { id, version }: Stepped, typed: object) =>
  call(endpoint, { params: { id }, body: { ...typed, version } } as never as Input<Endpoint>)

/**
 * The steps of a table as row actions: those this viewer can take in the row's current state. A step with inputs opens its
 * form, a destructive one asks first: its own question, or what `asksOf` says of the row. `only` names the ones offered here.
 */
export function useSteps<S extends Steps<string>, Row extends Stepped = Stepped>(
  contract: { readonly list: Endpoint } & { readonly [K in keyof S & string]: Endpoint },
  steps: S,
  asksOf?: (name: keyof S & string, row: Row) => Text | undefined,
) {
  const language = usePreferences(({ language }) => language)
  const kind = useSession(({ user }) => user?.kind) ?? 2
  const show = useShowDialog()
  const confirm = useConfirmed({ success: '' })
  const { submit } = useSubmit()

  return (row: Row, only: readonly (keyof S & string)[]): RowAction[] =>
    only.map(name => {
      const step = steps[name] as Step<string>
      const endpoint = contract[name] as Endpoint
      const label = step.label[language]
      const run = () => takeStep(endpoint, row, {})
      const asks = asksOf?.(name, row) ?? step.asks
      const onClick = () => {
        if (step.fields) show(close => <StepForm {...{ step, endpoint, row, close }} />)
        else if (asks) confirm({ title: `${label} ${row.number}`, says: asks[language], ok: label }, run)
        else void submit(run)
      }
      return { key: name, label, endpoint, onClick, isOpen: isOpenTo(step, row, kind) }
    })
}
