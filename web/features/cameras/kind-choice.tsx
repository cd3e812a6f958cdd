import { useTranslation } from 'react-i18next'
import { cameraKindNames } from '#shared/cameras.ts'
import { Choice } from '#web/components/choice.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import './camera-test.css'

/** How a new camera is reached: we call it, or it calls us. */
export type NewKind = 'rtsp' | 'onvif' | 'gb28181'
const KINDS = ['rtsp', 'onvif', 'gb28181'] as const

interface Props {
  kind: NewKind
  choose: (kind: NewKind) => void
}

/** Which of them a new camera is. */
export function CameraKindChoice({ kind, choose }: Props) {
  const { t } = useTranslation('cameras')
  const language = usePreferences(({ language }) => language)
  return (
    <div className="camera-kind">
      <Choice
        label={t($ => $.fields.kind)}
        options={KINDS.map(each => [each, cameraKindNames[each][language]] as const)}
        chosen={kind}
        choose={choose}
      />
      <p className="caption">{t($ => $.kindSays[kind])}</p>
    </div>
  )
}
