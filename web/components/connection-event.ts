import { useTranslation } from 'react-i18next'
import type en from './en-US.json'

type Event = keyof typeof en.connectionEvent

/** The word for what happened to a device's connection; one we have no word for stays as the server says it. */
export function useConnectionEvent(): (event: string) => string {
  const { t } = useTranslation('components')
  return event => t($ => $.connectionEvent[event as Event], { defaultValue: event })
}
