import { useTranslation } from 'react-i18next'

/** Where the palette finds customers. */
export const CUSTOMERS = { formal: '/custom', trial: '/customer/try-customer' } as const

/** What can be searched for, by this viewer. */
export function useSearchHint(exists: (path: string) => boolean): string {
  const { t } = useTranslation()
  const isAboutCustomers = Object.values(CUSTOMERS).some(exists)
  return t($ => $.palette[isAboutCustomers ? 'hintCustomers' : 'hint'])
}
