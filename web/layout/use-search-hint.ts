import { useTranslation } from 'react-i18next'
import { customerScreens } from '#shared/customers.ts'

/** What this viewer can search for. */
export function useSearchHint(exists: (path: string) => boolean): string {
  const { t } = useTranslation()
  const isAboutCustomers = Object.values(customerScreens).some(exists)
  return t($ => $.palette[isAboutCustomers ? 'hintCustomers' : 'hint'])
}
