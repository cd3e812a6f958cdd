import { Maximize, Minimize } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './icon-button.tsx'

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const

const onFullScreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Toggles full screen; absent if the browser cannot. */
export function FullScreenButton() {
  const { t } = useTranslation()
  const isFull = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <IconButton desk label={isFull ? t($ => $.leaveFullScreen) : t($ => $.fullScreen)} onClick={toggle}>
      {isFull ? <Minimize {...icon} /> : <Maximize {...icon} />}
    </IconButton>
  )
}
