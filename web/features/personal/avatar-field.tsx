import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Profile, personal } from '#shared/contracts/personal.ts'
import { IMAGE_BYTES } from '#shared/limits.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { later } from '#web/components/later.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { announce } from '#web/data/announcements.ts'
import { call } from '#web/data/client.ts'
import { showProfile } from './show-profile.ts'

const CropDialog = later(() => import('./crop-dialog.tsx').then(of => of.CropDialog))

/** The picture of the user, which is cut to a square here before it is sent. */
export function AvatarField({ profile }: { profile: Profile }) {
  const { t } = useTranslation('personal')
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const { busy, submit } = useSubmit({ touches: [], success: t($ => $.avatar.removed) })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    if (chosen.size <= IMAGE_BYTES && chosen.type.startsWith('image/')) return setFile(chosen)
    announce({ kind: 'error', title: t($ => $.avatar.wrong), text: t($ => $.avatar.hint) })
  }
  return (
    <div className="personal-avatar">
      <Avatar name={profile.actualName} url={profile.avatar} size={72} />
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={t($ => $.avatar.choose)}
        onChange={({ target }) => {
          choose(target.files?.[0])
          target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{t($ => $.avatar.choose)}</Button>
      {profile.avatar && (
        <Button
          type="text"
          loading={busy}
          onClick={() => void submit(() => showProfile(call(personal.removeAvatar)))}
        >
          {t($ => $.avatar.remove)}
        </Button>
      )}
      <p>{t($ => $.avatar.hint)}</p>
      {file && <CropDialog file={file} close={() => setFile(null)} />}
    </div>
  )
}
