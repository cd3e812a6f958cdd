import { useTranslation } from 'react-i18next'
import { type MutableKind, mutableKinds, notices } from '#shared/contracts/notices.ts'
import { useUndo } from '#web/components/use-undo.tsx'
import { call } from '#web/data/client.ts'

/** The kind of a message as one that can be muted; null for alarms and whatever else wants somebody. */
export const mutableKind = (businessType: string): MutableKind | null =>
  mutableKinds.find(kind => kind === businessType) ?? null

/** Mutes a kind of messages or hears of it again, and offers to take that back. */
export function useMute() {
  const { t } = useTranslation('notices')
  const offerUndo = useUndo()
  const put = (kind: MutableKind, isMuted: boolean) => () => call(notices.mute, { body: { kind, isMuted } })
  return (kind: MutableKind, isMuted: boolean): void => {
    const name = t($ => $.businessTypes[kind])
    void offerUndo({
      says: isMuted ? t($ => $.mute.muted, { name }) : t($ => $.mute.unmuted, { name }),
      change: put(kind, isMuted),
      undo: put(kind, !isMuted),
    })
  }
}
