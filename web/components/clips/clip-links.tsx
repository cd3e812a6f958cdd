import { useQuery } from '@tanstack/react-query'
import { Button, Input, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CameraClip, type ClipLink, cameraClips } from '#shared/contracts/camera-clips.ts'
import { CLIP_LINK_DAYS } from '#shared/limits.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { call } from '#web/data/client.ts'
import { serverNow } from '#web/data/clock.ts'
import { useScreen } from '../screen-context.tsx'
import { HouseMoment } from '../time.tsx'
import { useSubmit } from '../use-submit.ts'

const USUAL_DAYS = 7

/** Gives a clip to somebody without an account, until a day, and ends that. */
export function ClipLinks({ clip, close }: { clip: CameraClip; close: () => void }) {
  const { t } = useTranslation('components')
  const screen = useScreen()
  const params = { id: clip.id }
  const { data, refetch } = useQuery({
    queryKey: [cameraClips.links.path, clip.id],
    queryFn: () => call(cameraClips.links, { params }),
  })
  const ending = useSubmit()
  const end = (link: string) =>
    void ending
      .submit(() => call(cameraClips.endLink, { params, body: { linkId: link } }))
      .then(() => refetch())
  return (
    <Modal
      open
      title={t($ => $.clips.linksOf, { name: clip.name || clip.channelName })}
      onCancel={close}
      getContainer={screen.frame}
      closable={{ 'aria-label': t($ => $.close) }}
      footer={<Button onClick={close}>{t($ => $.close)}</Button>}
    >
      <p className="caption">{t($ => $.clips.linkSays)}</p>
      <NewLink id={clip.id} made={() => void refetch()} />
      <ul className="clip-links">
        {data?.map(link => (
          <li key={link.id}>
            <strong>{link.forWhom}</strong>
            <LinkState link={link} timeZone={clip.timeZone} />
            {holds(link) && (
              <Button size="small" onClick={() => end(link.id)}>
                {t($ => $.clips.endLink)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

const holds = ({ endedAt, expiresAt }: ClipLink) => endedAt === null && Date.parse(expiresAt) > serverNow()

function LinkState({ link, timeZone }: { link: ClipLink; timeZone: string }) {
  const { t } = useTranslation('components')
  return (
    <span className="caption">
      {holds(link) ? t($ => $.clips.until) : t($ => $.clips.endedAt)}{' '}
      <HouseMoment at={link.endedAt ?? link.expiresAt} timeZone={timeZone} />
      {` · ${t($ => $.clips.views, { count: link.views })}`}
    </span>
  )
}

function NewLink({ id, made }: { id: string; made: () => void }) {
  const { t } = useTranslation('components')
  const [forWhom, setForWhom] = useState('')
  const [days, setDays] = useState<number | null>(USUAL_DAYS)
  const [address, setAddress] = useState<string>()
  const adding = useSubmit()
  const give = () =>
    void adding.submit(async () => {
      const body = { forWhom: forWhom.trim(), days: days ?? USUAL_DAYS }
      const { token } = await call(cameraClips.addLink, { params: { id }, body })
      setAddress(new URL(hrefOf(paths.clip, { token }), location.href).href)
      setForWhom('')
      made()
    })
  return (
    <>
      <div className="row wrap gap-1">
        <Input
          aria-label={t($ => $.clips.forWhom)}
          placeholder={t($ => $.clips.forWhom)}
          maxLength={100}
          value={forWhom}
          onChange={({ target }) => setForWhom(target.value)}
        />
        <InputNumber
          aria-label={t($ => $.clips.days)}
          suffix={t($ => $.clips.daysUnit)}
          min={1}
          max={CLIP_LINK_DAYS}
          precision={0}
          value={days}
          onChange={setDays}
        />
        <Button
          type="primary"
          disabled={forWhom.trim() === '' || days === null}
          loading={adding.busy}
          onClick={give}
        >
          {t($ => $.clips.give)}
        </Button>
      </div>
      {address !== undefined && (
        <Input.TextArea
          readOnly
          autoSize
          className="mono"
          aria-label={t($ => $.clips.address)}
          value={address}
          onFocus={({ target }) => target.select()}
        />
      )}
    </>
  )
}
