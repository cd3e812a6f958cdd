import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Input } from 'antd'
import { Plus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type SearchMiss,
  type Synonym,
  searchMisses,
  searchSynonyms,
  synonymFields,
} from '#shared/contracts/search-words.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Age } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSettled } from '#web/components/use-settled.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

/** Rows shown of each list; the search finds the others. */
const SHOWN = 100
const TYPING_MS = 300
/** Chinese signs: a search that was typed in Chinese begins a group with a Chinese word. */
const CHINESE = /\p{Script=Han}/u

interface Props {
  /** The group that is open in its form, by its id. */
  opened: string | null
  /** Opens one; null closes it. */
  show: (id: string | null) => void
  close: () => void
}

/** Which words mean the same to the search, and what buyers searched for in vain. */
export function SearchWords({ opened, show, close }: Props) {
  const { t } = useTranslation('goods')
  const { frame } = useScreen()
  const [fresh, setFresh] = useState<Partial<Synonym> | null>(null)
  const { data } = useQuery({
    queryKey: [searchSynonyms.get.path, opened],
    queryFn: () => call(searchSynonyms.get, { params: { id: opened ?? '' } }),
    enabled: opened !== null,
  })
  const begin = ({ words }: SearchMiss) =>
    setFresh({ [CHINESE.test(words) ? 'chineseWords' : 'englishWords']: words })
  const row = opened === null ? fresh && ('new' as const) : (data ?? null)
  return (
    <Drawer open title={t($ => $.words.title)} width={640} onClose={close} getContainer={frame}>
      <div className="stack gap-4">
        <Misses begin={begin} />
        <Synonyms edit={show} add={() => setFresh({})} />
      </div>
      {row && (
        <RecordForm<Synonym>
          key={opened}
          contract={searchSynonyms}
          fields={synonymFields}
          row={row}
          title={t($ => $.words.group)}
          {...(fresh && { initial: fresh })}
          close={() => {
            setFresh(null)
            show(null)
          }}
        />
      )}
    </Drawer>
  )
}

function Misses({ begin }: { begin: (miss: SearchMiss) => void }) {
  const { t } = useTranslation('goods')
  const query = { size: SHOWN }
  const { data } = useQuery({
    queryKey: [searchMisses.list.path, query],
    queryFn: () => call(searchMisses.list, { query }),
  })
  const { submit } = useSubmit({ inTurn: true })
  const mayRemove = useMayCall(searchMisses.remove)
  return (
    <section className="good-words stack gap-2">
      <h3>{t($ => $.words.missed)}</h3>
      {data?.total === 0 && <p>{t($ => $.words.missedNone)}</p>}
      <ul>
        {data?.items.map(miss => (
          <li key={miss.id}>
            <span>
              <b>{miss.words}</b>
              <small className="num">
                {t($ => $.words.times, { count: miss.times })} · <Age at={miss.lastAt} />
              </small>
            </span>
            <ActionButton
              endpoint={searchSynonyms.create}
              icon={<Plus size={15} aria-hidden />}
              onClick={() => begin(miss)}
            >
              {t($ => $.words.explain)}
            </ActionButton>
            {mayRemove && (
              <Button
                type="text"
                icon={<X size={16} aria-hidden />}
                aria-label={t($ => $.words.forget, { words: miss.words })}
                onClick={() => void submit(() => call(searchMisses.remove, { params: { id: miss.id } }))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Synonyms({ edit, add }: { edit: (id: string) => void; add: () => void }) {
  const { t } = useTranslation('goods')
  const [typed, setTyped] = useState('')
  const query = { size: SHOWN, search: useSettled(typed.trim(), TYPING_MS) || undefined }
  const { data } = useQuery({
    queryKey: [searchSynonyms.list.path, query],
    queryFn: () => call(searchSynonyms.list, { query }),
    placeholderData: keepPreviousData,
  })
  const mayEdit = useMayCall(searchSynonyms.update)
  const mayRemove = useMayCall(searchSynonyms.remove)
  const confirm = useConfirmed({ success: t($ => $.words.removed) })
  const wordsOf = ({ chineseWords, englishWords }: Synonym) =>
    [chineseWords, englishWords].filter(Boolean).join(' · ')
  const remove = (row: Synonym) =>
    confirm({ title: wordsOf(row), says: t($ => $.words.removeSays), ok: t($ => $.words.remove) }, () =>
      call(searchSynonyms.remove, { params: { id: row.id } }),
    )
  return (
    <section className="good-words stack gap-2">
      <h3>{t($ => $.words.same)}</h3>
      <p>{t($ => $.words.sameSays)}</p>
      <div className="row gap-2">
        <Input
          allowClear
          aria-label={t($ => $.words.search)}
          placeholder={t($ => $.words.search)}
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ActionButton
          endpoint={searchSynonyms.create}
          type="primary"
          icon={<Plus size={15} aria-hidden />}
          onClick={add}
        >
          {t($ => $.words.add)}
        </ActionButton>
      </div>
      <ul>
        {data?.items.map(row => (
          <li key={row.id}>
            {mayEdit ? (
              <button type="button" className="good-words-open" onClick={() => edit(row.id)}>
                {wordsOf(row)}
              </button>
            ) : (
              <span>{wordsOf(row)}</span>
            )}
            {mayRemove && (
              <Button
                type="text"
                icon={<Trash2 size={16} aria-hidden />}
                aria-label={t($ => $.words.removeThis, { words: wordsOf(row) })}
                onClick={() => remove(row)}
              />
            )}
          </li>
        ))}
      </ul>
      {data && data.total > data.items.length && (
        <p>{t($ => $.words.more, { count: data.total - data.items.length })}</p>
      )}
    </section>
  )
}
