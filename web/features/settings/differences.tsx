import { useTranslation } from 'react-i18next'
import { labelIn } from '#shared/setting-days.ts'
import { isSame, type Wanted } from '#shared/setting-draft.ts'
import { type SettingDocument, settingByName } from '#shared/signals.ts'
import { useReader } from '#web/data/preferences.ts'
import { sayValue } from './cell-value.ts'

const SHOWN = 60

interface Props {
  before: SettingDocument
  wanted: Wanted
  /** What the controller reported afterwards, to show what it did not take. */
  after?: SettingDocument | null
  /** Where the points' days of age are found, by which they are called; in `before` if not said. */
  days?: SettingDocument | undefined
}

/** Settings from old to new, in words and the reader's units. */
export function Differences({ before, wanted, after, days = before }: Props) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  // Settings of one point or level stay together.
  const names = Object.keys(wanted).toSorted()
  return (
    <ul className="setting-differences">
      {names.slice(0, SHOWN).map(name => {
        const signal = settingByName(name)
        if (!signal) return null
        const isTaken = !after || isSame(after[name], wanted[name])
        return (
          <li key={name} data-taken={isTaken}>
            <span>{labelIn(signal, days)[reader.language]}</span>
            <span className="num">
              <s>{sayValue(before[name], signal, reader)}</s> →{' '}
              <b>{sayValue(wanted[name], signal, reader)}</b>
              {!isTaken && <em>{t($ => $.stillIs, { value: sayValue(after[name], signal, reader) })}</em>}
            </span>
          </li>
        )
      })}
      {names.length > SHOWN && <li>{t($ => $.more, { count: names.length - SHOWN })}</li>}
    </ul>
  )
}
