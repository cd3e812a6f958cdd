import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findMeanings, keysOf, readObservations } from '#shared/register-maps/find-meaning.ts'

/** Ways to read registers that are shown: the first few are the usual ones. */
const SHOWN = 5

/** Finds type, order and scale of registers from what the panel shows. */
export function MeaningFinder() {
  const { t } = useTranslation('iot-products')
  const [notes, setNotes] = useState('')
  const looks = readObservations(notes)
  const isWhole = looks.length > 0 && looks.every(look => look !== undefined)
  const found = isWhole ? findMeanings(looks.flatMap(look => look ?? [])) : []
  return (
    <details className="product-map-fold">
      <summary>{t($ => $.finder.title)}</summary>
      <p className="caption">{t($ => $.finder.says)}</p>
      <Input.TextArea
        aria-label={t($ => $.finder.title)}
        className="product-map-text"
        autoSize={{ minRows: 2, maxRows: 6 }}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
        placeholder={'2471 = 24.7\n2398 = 24.0'}
      />
      <ol role="status">
        {found.slice(0, SHOWN).map(meaning => (
          <li key={keysOf(meaning)}>
            <code>{keysOf(meaning)}</code> → <span className="num">{meaning.value}</span>
          </li>
        ))}
      </ol>
      {looks.length > 0 && !isWhole && <p className="caption">{t($ => $.finder.unread)}</p>}
      {isWhole && found.length === 0 && <p className="caption">{t($ => $.finder.none)}</p>}
    </details>
  )
}
