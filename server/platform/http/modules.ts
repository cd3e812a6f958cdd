import type { Access, Contract } from '#shared/endpoint.ts'
import type { Language } from '#shared/text.ts'

const contracts = new Map<string, Contract>()

/** Registers a feature's contract under its name when the feature is declared. */
export const noteModule = (name: string, contract: Contract): void => void contracts.set(name, contract)

/** Who may read the list of a module's records; nobody if it has no list. */
export const readersOf = (module: string): Access => contracts.get(module)?.list?.access ?? []

/** Names of the fields of a module's records, and of their choices, if its list describes them. */
export function fieldWords(
  module: string,
  language: Language,
): Record<string, { label: string; values: Record<string, string> }> {
  const fields = Object.entries(contracts.get(module)?.list?.fields ?? {})
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const choices = Object.entries('choices' in field ? field.choices : {})
      const values = Object.fromEntries(choices.map(([value, words]) => [value, words[language]]))
      return [name, { label: field.label[language], values }]
    }),
  )
}
