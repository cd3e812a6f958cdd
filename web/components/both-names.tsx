import { usePreferences } from '#web/data/preferences.ts'
import './both-names.css'

/** A name in the reader's language first, then in the other; if one is missing, only the other shows. */
export function BothNames({ chinese, english }: { chinese: string; english: string }) {
  const language = usePreferences(({ language }) => language)
  const [own, other] = language === 'zh-CN' ? [chinese, english] : [english, chinese]
  return (
    <span className="both-names">
      {own || other}
      {own && other && <span lang={language === 'zh-CN' ? 'en' : 'zh'}>{other}</span>}
    </span>
  )
}
