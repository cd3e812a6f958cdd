import { Download, Link2, Pencil, Pin, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CameraClip, cameraClips } from '#shared/contracts/camera-clips.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { ActionButton } from '../action-button.tsx'
import { HouseMoment, spanOf } from '../time.tsx'
import { useConfirmed } from '../use-confirmed.ts'
import { useSubmit } from '../use-submit.ts'
import { ClipLinks } from './clip-links.tsx'
import { ClipName } from './clip-name.tsx'
import { ClipPlayer } from './clip-player.tsx'
import './clips.css'

/** Clips with what may be done with them; one plays at a time. */
export function ClipList({ clips }: { clips: readonly CameraClip[] }) {
  const [playing, setPlaying] = useState<{ id: string; url: string }>()
  return (
    <ul className="clip-list">
      {clips.map(clip => (
        <ClipRow
          key={clip.id}
          clip={clip}
          url={playing?.id === clip.id ? playing.url : undefined}
          play={url => setPlaying({ id: clip.id, url })}
        />
      ))}
    </ul>
  )
}

interface Props {
  clip: CameraClip
  /** Of the clip while it plays. */
  url: string | undefined
  play: (url: string) => void
}

function ClipRow({ clip, url, play }: Props) {
  const { t } = useTranslation('components')
  const { language } = useReader()
  const { id, name, channelName, fromAt, toAt, timeZone, state, isKept, customer } = clip
  const opening = useSubmit()
  const shownName = name || channelName
  const open = (then: (url: string) => void) =>
    void opening.submit(async () => then((await call(cameraClips.play, { params: { id } })).url))
  return (
    <li className="clip-row">
      <div className="clip-head">
        <strong>{shownName}</strong>
        <span className="caption">
          <HouseMoment at={fromAt} timeZone={timeZone} />
          {` · ${spanOf(Date.parse(toAt) - Date.parse(fromAt), language)}`}
          {name && ` · ${channelName}`}
          {customer && ` · ${customer}`}
          {isKept && ` · ${t($ => $.clips.kept)}`}
        </span>
        {state === 'ready' ? (
          <span className="row gap-1">
            <ActionButton
              endpoint={cameraClips.play}
              size="small"
              icon={<Play size={14} aria-hidden />}
              aria-label={t($ => $.clips.playOf, { name: shownName })}
              onClick={() => open(play)}
            >
              {t($ => $.clips.play)}
            </ActionButton>
            <ActionButton
              endpoint={cameraClips.play}
              size="small"
              type="text"
              icon={<Download size={14} aria-hidden />}
              aria-label={t($ => $.clips.download, { name: shownName })}
              onClick={() => open(download)}
            />
            <ClipChanges clip={clip} />
          </span>
        ) : (
          <span className="caption" role="status">
            {t($ => $.clips.states[state])}
          </span>
        )}
      </div>
      {url !== undefined && (
        <ClipPlayer key={url} url={url} label={t($ => $.clips.playerOf, { name: shownName })} />
      )}
    </li>
  )
}

function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Naming, keeping, giving and deleting a clip. */
function ClipChanges({ clip }: { clip: CameraClip }) {
  const { t } = useTranslation('components')
  const [asked, ask] = useState<'name' | 'links'>()
  const keeping = useSubmit({ inTurn: true })
  const remove = useConfirmed({ success: t($ => $.clips.removed) })
  const { id, name, isKept, version, links } = clip
  const shownName = name || clip.channelName
  const params = { id }
  return (
    <>
      <ActionButton
        endpoint={cameraClips.update}
        size="small"
        type="text"
        icon={<Pencil size={14} aria-hidden />}
        aria-label={t($ => $.clips.rename, { name: shownName })}
        onClick={() => ask('name')}
      />
      <ActionButton
        endpoint={cameraClips.update}
        size="small"
        type="text"
        aria-pressed={isKept}
        icon={<Pin size={14} aria-hidden fill={isKept ? 'currentColor' : 'none'} />}
        aria-label={t($ => $.clips.keep, { name: shownName })}
        onClick={() =>
          void keeping.submit(() =>
            call(cameraClips.update, { params, body: { name, isKept: !isKept, version } }),
          )
        }
      />
      <ActionButton
        endpoint={cameraClips.addLink}
        size="small"
        type="text"
        icon={<Link2 size={14} aria-hidden />}
        aria-label={
          links > 0
            ? t($ => $.clips.linksHeld, { name: shownName, count: links })
            : t($ => $.clips.linksOf, { name: shownName })
        }
        onClick={() => ask('links')}
      >
        {links > 0 ? String(links) : null}
      </ActionButton>
      <ActionButton
        endpoint={cameraClips.remove}
        size="small"
        type="text"
        icon={<Trash2 size={14} aria-hidden />}
        aria-label={t($ => $.clips.remove, { name: shownName })}
        onClick={() =>
          remove(
            {
              title: t($ => $.clips.ask, { name: shownName }),
              says: t($ => $.clips.askSays),
              ok: t($ => $.clips.removeNow),
            },
            () => call(cameraClips.remove, { params }),
          )
        }
      />
      {asked === 'name' && <ClipName clip={clip} close={() => ask(undefined)} />}
      {asked === 'links' && <ClipLinks clip={clip} close={() => ask(undefined)} />}
    </>
  )
}
