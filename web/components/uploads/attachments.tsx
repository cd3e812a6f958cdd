import { Download, FileText, FileVideo } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { sizeOf, useFiles } from './use-files.ts'
import './shown-files.css'

/** Links to the attachments of a record; `opened` is called when one is opened. */
export function Attachments({ ids, opened }: { ids: readonly string[]; opened?: () => void }) {
  const { t } = useTranslation('uploads')
  const language = usePreferences(({ language }) => language)
  const found = useFiles(ids)
  const files = ids.flatMap(id => found.get(id) ?? [])
  if (files.length === 0) return null
  return (
    <ul className="shown-attachments stack" aria-label={t($ => $.attachments)}>
      {files.map(({ id, name, type, size, url }) => (
        <li key={id}>
          <a href={url} download={name} onClick={opened}>
            {type.startsWith('video/') ? (
              <FileVideo size={20} aria-hidden />
            ) : (
              <FileText size={20} aria-hidden />
            )}
            <span>
              {name}
              <small>{sizeOf(size, language)}</small>
            </span>
            <Download size={18} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  )
}
