import { useQuery } from '@tanstack/react-query'
import { VideoOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cameraClips } from '#shared/contracts/camera-clips.ts'
import { ClipPlayer } from '#web/components/clips/clip-player.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Statement } from '#web/components/statement.tsx'
import { HouseMoment } from '#web/components/time.tsx'
import { CallError, call } from '#web/data/client.ts'
import '#web/components/plain-button.css'
import './shared-clip.css'

/** `/clip?token=`: a clip that a farm gave to somebody without an account, until its link ends. */
export function SharedClipPage() {
  const { search } = useScreen()
  const token = search.token ?? ''
  return (
    <PublicFrame>
      <main className="public-page shared-clip">
        <SharedClip token={token} />
      </main>
    </PublicFrame>
  )
}

function SharedClip({ token }: { token: string }) {
  const { t } = useTranslation('shared-clip')
  // Each call is a view in the farm's log: once for a page.
  const { data, error, refetch } = useQuery({
    queryKey: [cameraClips.linked.path, token],
    queryFn: () => call(cameraClips.linked, { params: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (token === '' || (error instanceof CallError && error.status === 404))
    return (
      <Statement icon={VideoOff} title={t($ => $.ended)} text={t($ => $.endedSays)}>
        {null}
      </Statement>
    )
  if (error) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <p aria-busy="true">{t($ => $.opening)}</p>
  const { name, houseName, farmName, timeZone, fromAt, alarmAt, forWhom, expiresAt, url } = data
  return (
    <>
      <h1>{name}</h1>
      <p>
        {[farmName, houseName].filter(Boolean).join(' · ')} · <HouseMoment at={fromAt} timeZone={timeZone} />
        {alarmAt && (
          <>
            {` · ${t($ => $.alarmAt)} `}
            <HouseMoment at={alarmAt} timeZone={timeZone} />
          </>
        )}
      </p>
      <ClipPlayer url={url} label={name} />
      <p className="caption">
        {t($ => $.for, { name: forWhom })} <HouseMoment at={expiresAt} timeZone={timeZone} />
      </p>
      <a className="plain-button" href={url} download>
        {t($ => $.download)}
      </a>
    </>
  )
}
