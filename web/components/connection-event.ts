import { useTranslation } from 'react-i18next'
import type en from './en-US.json'

type Event = keyof typeof en.connectionEvent

/** The word for a connection event of a device; an unknown event stays as the server names it. */
export function useConnectionEvent(): (event: string) => string {
  const { t } = useTranslation('components')
  return event => t($ => $.connectionEvent[event as Event], { defaultValue: event })
}
