import type { Access, Contract } from '#shared/endpoint.ts'
import type { Language } from '#shared/text.ts'

const contracts = new Map<string, Contract>()

/** Remembers what a feature of this name has; told once, when the feature is declared. */
export const noteModule = (name: string, contract: Contract): void => void contracts.set(name, contract)

/** Who may read the list of a module's records; nobody where it has none. */
export const readersOf = (module: string): Access => contracts.get(module)?.list?.access ?? []

/** What the fields of a module's records are called, and their choices, where its list describes them. */
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
