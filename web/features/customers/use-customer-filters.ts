import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { endings, maintenances } from '#shared/contracts/customers.ts'
import { codesOf, continents, countriesIn } from '#shared/countries.ts'
import { approvals, type Stage } from '#shared/customers.ts'
import { useStatusChoices } from '#web/components/device-status.tsx'
import { DELETED } from '#web/components/list/deleted.tsx'
import type { Chips, Choice, Filter } from '#web/components/list/filter.ts'
import type { Filters } from '#web/components/list/use-list.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useAgentOptions, useManagerOptions } from './customer-options.ts'

/** Filters in the address. */
export const FILTERS = [
  'search',
  'status',
  'approval',
  'continent',
  'country',
  'ends',
  'maintenance',
  'managerOfficeId',
  'agentId',
  'farmAccess',
  'remoteControl',
  DELETED,
]

/** All countries by name, sorted for the reader. */
export function useCountries(): { value: string; label: string }[] {
  const language = usePreferences(({ language }) => language)
  return useMemo(() => countriesIn(language), [language])
}

/** The countries of the chosen continent. */
const ofContinent = (countries: readonly Choice[], { continent }: Filters): readonly Choice[] => {
  const chosen = continents.find(each => each === continent)
  if (!chosen) return countries
  const codes = new Set(codesOf(chosen))
  return countries.filter(({ value }) => codes.has(value))
}

/** Chips and filters of the customer list. */
export function useCustomerFilters(stage: Stage): { chips: Chips; filters: Filter[] } {
  const { t } = useTranslation('customers')
  const countries = useCountries()
  const managers = useManagerOptions()
  const agents = useAgentOptions()
  const consent: Choice[] = (['on', 'off'] as const).map(value => ({
    value,
    label: t($ => $.consent[value]),
  }))
  return {
    chips: { name: 'status', label: t($ => $.fields.status), options: useStatusChoices() },
    filters: [
      {
        name: 'continent',
        label: t($ => $.fields.continent),
        options: continents.map(value => ({ value, label: t($ => $.continents[value]) })),
      },
      {
        name: 'country',
        label: t($ => $.fields.country),
        options: countries,
        within: set => ofContinent(countries, set),
      },
      {
        name: 'approval',
        label: t($ => $.fields.approval),
        options: approvals.map(value => ({ value, label: t($ => $.approvals[value]) })),
      },
      {
        name: 'ends',
        label: t($ => $.fields[stage === 'formal' ? 'contractEndsOn' : 'trialEndsOn']),
        options: endings.map(value => ({ value, label: t($ => $.endings[value]) })),
      },
      {
        name: 'maintenance',
        label: t($ => $.columns.nextMaintenanceOn),
        options: maintenances.map(value => ({ value, label: t($ => $.maintenances[value]) })),
      },
      { name: 'managerOfficeId', label: t($ => $.fields.managerOfficeId), ...managers },
      { name: 'agentId', label: t($ => $.fields.agentId), ...agents },
      { name: 'remoteControl', label: t($ => $.fields.remoteControlUntil), options: consent },
      { name: 'farmAccess', label: t($ => $.fields.farmAccessUntil), options: consent },
    ],
  }
}
