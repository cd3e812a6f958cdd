import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Play, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cameraKindNames, cameraNextSteps, cameraProblems, cameraTransportNames } from '#shared/cameras.ts'
import { type Camera, type CameraChannel, cameraChannels, cameras } from '#shared/contracts/cameras.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { CameraPicture } from '#web/components/camera/camera-picture.tsx'
import { PtzPad } from '#web/components/camera/ptz-pad.tsx'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import type { Opened } from '#web/components/list/use-opened.ts'
import { RecordPanel } from '#web/components/records/record-panel.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark, StateWord } from '#web/components/state-mark.tsx'
import { Age, spanOf } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { CameraTest, PictureFacts } from './camera-test.tsx'
import { ChannelForm } from './channel-form.tsx'
import { GbValues } from './gb-step.tsx'
import { isTesting } from './is-testing.ts'
import './camera-detail.css'

/** How often a running test is asked for, and the camera otherwise. ms */
const ASK_MS = 700
const REREAD_MS = 15_000

interface Props {
  id: string
  opened: Opened
  edit: (camera: Camera) => void
}

/** A camera beside its list: what is wrong and the next step, its picture, its channels and facts. */
export function CameraDetail({ id, opened, edit }: Props) {
  const { t } = useTranslation('cameras')
  // The panel reads it once; a running test and the minute's probe change it.
  useQuery({
    queryKey: [cameras.get.path, id],
    queryFn: () => call(cameras.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isTesting(state.data) ? ASK_MS : REREAD_MS),
  })
  return (
    <RecordPanel
      opened={opened}
      path={cameras.get.path}
      id={id}
      read={() => call(cameras.get, { params: { id } })}
      title={({ name }) => name}
      noun={t($ => $.noun)}
      says={({ code, officeName }) => `${code} · ${officeName}`}
    >
      {camera => (
        <div className="camera-detail">
          <Standing camera={camera} edit={() => edit(camera)} />
          {camera.status !== 'DISABLE' && <Picture camera={camera} />}
          <Channels camera={camera} />
          <Facts camera={camera} />
        </div>
      )}
    </RecordPanel>
  )
}

function Standing({ camera, edit }: { camera: Camera; edit: () => void }) {
  const { t } = useTranslation('cameras')
  const language = usePreferences(({ language }) => language)
  const { submit, busy } = useSubmit()
  const { problem, problemDetail, status, id } = camera
  const testing = isTesting(camera)
  return (
    <section className="camera-standing">
      <div className="row wrap">
        <DeviceStatusWord status={status} />
        <span className="caption">
          <Age at={camera.statusSince} />
        </span>
      </div>
      {problem && !testing && (
        <div className="camera-test-problem">
          <strong>
            <StateMark state="watch" /> {cameraProblems[problem][language]}
            {problemDetail && ` · ${problemDetail}`}
          </strong>
          <p>{cameraNextSteps[camera.kind][problem][language]}</p>
        </div>
      )}
      <div className="row wrap">
        {status !== 'DISABLE' && (
          <ActionButton
            endpoint={cameras.probe}
            loading={busy || testing}
            onClick={() => void submit(() => call(cameras.probe, { params: { id } }))}
          >
            {t($ => $.test.start)}
          </ActionButton>
        )}
        <ActionButton endpoint={cameras.update} onClick={edit}>
          {t($ => $.edit)}
        </ActionButton>
      </div>
      <CameraTest camera={camera} />
    </section>
  )
}

/** The first channel's picture, or that of another chosen one; it moves once somebody wants it to. */
function Picture({ camera }: { camera: Camera }) {
  const { t } = useTranslation('cameras')
  const [chosen, setChosen] = useState<string | null>(null)
  const [isLive, setLive] = useState(false)
  const shown = camera.channels.filter(({ enabled }) => enabled)
  const channel = shown.find(({ id }) => id === chosen) ?? shown[0]
  if (!channel) return null
  return (
    <section className="camera-preview" aria-label={t($ => $.picture)}>
      <CameraPicture
        channel={{ ...channel, kind: camera.kind, hasSub: channel.subPath !== '' }}
        isLive={isLive}
      />
      <div className="row wrap">
        {!isLive && (
          <Button icon={<Play size={16} aria-hidden />} onClick={() => setLive(true)}>
            {t($ => $.watch)}
          </Button>
        )}
        {isLive && (camera.gb || channel.canMove) && <PtzPad channelId={channel.id} />}
        {shown.length > 1 &&
          shown.map(({ id, name }) => (
            <Button key={id} aria-pressed={id === channel.id} type="text" onClick={() => setChosen(id)}>
              {name}
            </Button>
          ))}
      </div>
    </section>
  )
}

function Channels({ camera }: { camera: Camera }) {
  const { t } = useTranslation('cameras')
  const show = useShowDialog()
  return (
    <section>
      <div className="split wrap">
        <h3>{t($ => $.channels, { count: camera.channels.length })}</h3>
        {camera.gb && <ReadChannels id={camera.id} />}
        <ActionButton
          endpoint={cameras.addChannel}
          icon={<Plus size={16} aria-hidden />}
          onClick={() => show(close => <ChannelForm camera={camera} channel={null} close={close} />)}
        >
          {t($ => $.addChannel)}
        </ActionButton>
      </div>
      <ul className="camera-channels">
        {camera.channels.map(channel => (
          <Channel key={channel.id} camera={camera} channel={channel} />
        ))}
      </ul>
      {camera.channels.length < camera.channelCount && (
        <p className="caption">
          {t($ => $.otherChannels, { count: camera.channelCount - camera.channels.length })}
        </p>
      )}
    </section>
  )
}

/** Asks a device for its channels; those that are new stand in the list a moment later. */
function ReadChannels({ id }: { id: string }) {
  const { t } = useTranslation('cameras')
  const { submit, busy } = useSubmit({ success: t($ => $.gb.asked) })
  return (
    <ActionButton
      endpoint={cameras.readChannels}
      loading={busy}
      onClick={() => void submit(() => call(cameras.readChannels, { params: { id } }))}
    >
      {t($ => $.gb.readChannels)}
    </ActionButton>
  )
}

function Channel({ camera, channel }: { camera: Camera; channel: CameraChannel }) {
  const { t } = useTranslation('cameras')
  const { open, exists } = useScreen()
  const show = useShowDialog()
  const confirm = useConfirmed({ success: t($ => $.channelRemoved) })
  const { id, number, name, houseId, houseName, enabled, streamPath, subPath } = channel
  return (
    <li>
      <span className="num caption">{number}</span>
      <span className="camera-channel-name">
        <strong>{name}</strong>
        <span className="caption">
          {houseName ?? t($ => $.noHouse)}
          {!enabled && ` · ${t($ => $.channelOff)}`}
          {streamPath && (
            <>
              {' · '}
              <span className="mono">{streamPath}</span>
            </>
          )}
          {subPath && ` · ${t($ => $.hasSub)}`}
        </span>
      </span>
      <RowActions
        name={name}
        actions={[
          {
            key: 'edit',
            label: t($ => $.edit),
            endpoint: cameraChannels.update,
            onClick: () => show(close => <ChannelForm camera={camera} channel={channel} close={close} />),
          },
          {
            key: 'house',
            label: t($ => $.inHouse),
            endpoint: cameraChannels.watched,
            isOpen: houseId !== null && exists(paths.houseCameras),
            onClick: () => open(hrefOf(paths.houseCameras, { houseId })),
          },
          {
            key: 'remove',
            label: t($ => $.remove),
            endpoint: cameraChannels.remove,
            onClick: () =>
              confirm(
                {
                  title: t($ => $.ask.removeChannel, { name }),
                  says: t($ => $.consequence.removeChannel),
                  ok: t($ => $.remove),
                },
                () => call(cameraChannels.remove, { params: { id } }),
              ),
          },
        ]}
      />
    </li>
  )
}

function Facts({ camera }: { camera: Camera }) {
  const { t } = useTranslation('cameras')
  const mayAdd = useMayCall(cameras.gbValues)
  const language = usePreferences(({ language }) => language)
  return (
    <section>
      <h3>{t($ => $.facts)}</h3>
      <dl className="camera-facts">
        <dt>{t($ => $.fields.kind)}</dt>
        <dd>{cameraKindNames[camera.kind][language]}</dd>
        <dt>{t($ => (camera.gb ? $.fields.deviceId : $.fields.address))}</dt>
        <dd className="mono">{camera.gb?.deviceId ?? camera.address}</dd>
        <dt>{t($ => $.fields.credentials)}</dt>
        <dd>{t($ => (camera.hasCredentials ? $.credentialsStored : $.credentialsNone))}</dd>
        <dt>{t($ => $.fields.transport)}</dt>
        <dd>{cameraTransportNames[camera.transport][language]}</dd>
        <dt>{t($ => $.fields.remote)}</dt>
        <dd className="mono">{camera.remoteIp ? `${camera.remoteIp}:${camera.remotePort}` : '—'}</dd>
        <dt>{t($ => $.fields.lastKeepAliveAt)}</dt>
        <dd>
          <Age at={camera.lastKeepAliveAt} />
        </dd>
        {camera.gb && (
          <>
            <dt>{t($ => $.gb.device)}</dt>
            <dd>{camera.gb.says || '—'}</dd>
            <dt>{t($ => $.gb.alarm)}</dt>
            <dd>
              {camera.gb.alarm?.description} <Age at={camera.gb.alarm?.at ?? null} />
            </dd>
          </>
        )}
        {camera.onvif && (
          <>
            <dt>{t($ => $.gb.device)}</dt>
            <dd>{camera.onvif.says || '—'}</dd>
            <dt>{t($ => $.onvif.clock)}</dt>
            <dd>
              <CameraClock offS={camera.onvif.clockOffS} />
            </dd>
          </>
        )}
        <dt>{t($ => $.fields.format)}</dt>
        <dd>
          <PictureFacts camera={camera} />
        </dd>
        <dt>{t($ => $.fields.id)}</dt>
        <dd className="mono">{camera.id}</dd>
      </dl>
      {camera.gb && mayAdd && (
        <div className="camera-gb">
          <h3>{t($ => $.gb.values)}</h3>
          <GbValues camera={camera} />
        </div>
      )}
    </section>
  )
}

/** A camera whose clock is further off writes a wrong time into its pictures. s */
const CLOCK_OFF_S = 60

/** Whether the camera's clock is right, and by how much it is not. */
function CameraClock({ offS }: { offS: number }) {
  const { t } = useTranslation('cameras')
  const language = usePreferences(({ language }) => language)
  if (Math.abs(offS) < CLOCK_OFF_S) return t($ => $.onvif.clockRight)
  const time = spanOf(Math.abs(offS) * 1_000, language)
  return (
    <StateWord state="watch">
      {t($ => (offS > 0 ? $.onvif.clockAhead : $.onvif.clockBehind), { time })}
    </StateWord>
  )
}
