import { useTranslation } from 'react-i18next'
import { type Profile, personal } from '#shared/contracts/personal.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { PictureField } from '#web/components/picture/picture-field.tsx'
import { call } from '#web/data/client.ts'
import { showProfile } from './show-profile.ts'

/** The user's picture. */
export function AvatarField({ profile }: { profile: Profile }) {
  const { t } = useTranslation('personal')
  return (
    <PictureField
      endpoint={personal.setAvatar}
      shape="circle"
      words={{
        choose: t($ => $.avatar.choose),
        remove: t($ => $.avatar.remove),
        saved: t($ => $.avatar.saved),
        removed: t($ => $.avatar.removed),
        hint: t($ => $.avatar.hint),
        wrong: t($ => $.avatar.wrong),
        crop: t($ => $.avatar.crop),
        use: t($ => $.avatar.use),
        zoom: t($ => $.avatar.zoom),
      }}
      save={body => showProfile(call(personal.setAvatar, { body }))}
      remove={profile.avatar === null ? null : () => showProfile(call(personal.removeAvatar))}
    >
      <Avatar name={profile.actualName} url={profile.avatar} size={72} />
    </PictureField>
  )
}
