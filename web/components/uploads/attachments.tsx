import { Download, FileText, FileVideo } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { isPlayed } from './playback.tsx'
import { sizeOf, useFiles } from './use-files.ts'
import './shown-files.css'

interface Props {
  ids: readonly string[]
  /** Called when one is opened. */
  opened?: () => void
  /** Leaves out what plays in place beside them. */
  withoutPlayed?: boolean
}

/** Links to the attachments of a record. */
export function Attachments({ ids, opened, withoutPlayed = false }: Props) {
  const { t } = useTranslation('uploads')
  const language = usePreferences(({ language }) => language)
  const found = useFiles(ids)
  const files = ids.flatMap(id => found.get(id) ?? []).filter(file => !(withoutPlayed && isPlayed(file)))
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
