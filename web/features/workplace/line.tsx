import { useTranslation } from 'react-i18next'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { type State, StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'

interface Props {
  state: State
  title: string
  says: string
  /** ms since 1970; null if unknown or meaningless. */
  since: number | null
  action: string
  /** What the action is about, for screen readers. */
  about: string
  href: string
}

/** One thing to do: what is wrong, where, since when, and one tap to where it is settled. */
export function Line({ state, title, says, since, action, about, href }: Props) {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  return (
    <li data-state={state}>
      <StateMark state={state} />
      <div>
        <strong>{title}</strong>
        <span className="caption num">{says}</span>
      </div>
      {since !== null && <Age at={since} />}
      {exists(href.split('?')[0] ?? '') && (
        <ScreenLink to={href} aria-label={t($ => $.actionFor, { action, name: about, what: title })}>
          {action}
        </ScreenLink>
      )}
    </li>
  )
}
