import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Spin } from 'antd'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cameraNextSteps, cameraProblems, probeStepNames } from '#shared/cameras.ts'
import { type Camera, cameras } from '#shared/contracts/cameras.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Line } from '#web/components/secret-lines.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { PictureFacts } from './camera-test.tsx'
import type { GbGiven } from './gb-form.tsx'
import { gbProgress } from './gb-progress.ts'
import './camera-test.css'

/** How often is looked whether the device has done the next step. ms */
const ASK_MS = 1_500

interface Props extends GbGiven {
  close: () => void
  show: (id: string) => void
}

/** What to enter on the page of a device, and what it has done so far: each step is ticked off as it happens. */
export function GbStep({ camera, password, close, show }: Props) {
  const { t } = useTranslation('cameras')
  const { t: word } = useTranslation('components')
  const { data: now = camera } = useQuery({
    queryKey: [cameras.get.path, camera.id],
    queryFn: () => call(cameras.get, { params: { id: camera.id } }),
    refetchInterval: ASK_MS,
  })
  const isDone = gbProgress(now).next === null
  return (
    <Modal
      open
      title={now.name}
      width={640}
      onCancel={close}
      mask={{ closable: false }}
      getContainer={useScreen().frame}
      style={{ top: 40 }}
      closable={{ 'aria-label': word($ => $.close) }}
      footer={
        <div className="dialog-foot">
          <span className="dialog-foot-says" />
          <Button type={isDone ? 'primary' : 'default'} onClick={() => show(now.id)}>
            {t($ => (isDone ? $.gb.bind : $.wizard.later))}
          </Button>
        </div>
      }
    >
      <p>{t($ => $.gb.enter)}</p>
      <GbValues camera={now} password={password} />
      <GbSteps camera={now} />
    </Modal>
  )
}

/** The values, each with a button that copies it. Without a password the device keeps the one that it was given. */
export function GbValues({ camera, password }: { camera: Camera; password?: string }) {
  const { t } = useTranslation('cameras')
  const { data: values } = useQuery({
    queryKey: [cameras.gbValues.path],
    queryFn: () => call(cameras.gbValues),
  })
  if (!values) return null
  return (
    <dl className="camera-gb-values">
      <Line name={t($ => $.gb.serverId)} value={values.serverId} />
      <Line name={t($ => $.gb.domain)} value={values.domain} />
      <Line name={t($ => $.gb.address)} value={values.address} />
      <Line name={t($ => $.gb.port)} value={String(values.port)} />
      <Line name={t($ => $.fields.deviceId)} value={camera.gb?.deviceId ?? ''} />
      {password !== undefined && <Line name={t($ => $.fields.password)} value={password} />}
    </dl>
  )
}

function GbSteps({ camera }: { camera: Camera }) {
  const { t } = useTranslation('cameras')
  const language = usePreferences(({ language }) => language)
  const { submit, busy } = useSubmit()
  const { steps, next, problem } = gbProgress(camera)
  const again = problem === 'noChannelsFound' ? cameras.readChannels : cameras.probe
  return (
    <section className="camera-test" aria-label={t($ => $.test.title)}>
      <ol>
        {steps.map(({ step, done }) => (
          <li key={step} data-state={done}>
            {done === 'ok' ? (
              <Check size={16} aria-hidden />
            ) : done === 'failed' ? (
              <X size={16} aria-hidden />
            ) : step === next ? (
              <Spin size="small" />
            ) : (
              <span className="camera-test-open" aria-hidden />
            )}
            <span>{probeStepNames[step][language]}</span>
            <span className="caption">
              {done === 'open'
                ? t($ => (step === next ? $.gb.waiting : $.test.notTried))
                : t($ => $.test[done])}
            </span>
          </li>
        ))}
      </ol>
      {problem && (
        <div className="camera-test-problem" role="status">
          <strong>
            {cameraProblems[problem][language]}
            {camera.problemDetail && ` · ${camera.problemDetail}`}
          </strong>
          <p>{cameraNextSteps.gb28181[problem][language]}</p>
          {camera.gb?.catalogAt && (
            <div className="row wrap">
              <ActionButton
                endpoint={again}
                loading={busy}
                onClick={() => void submit(() => call(again, { params: { id: camera.id } }))}
              >
                {t($ => (problem === 'noChannelsFound' ? $.gb.readChannels : $.gb.again))}
              </ActionButton>
              <span className="caption">{t($ => $.gb.againSoon)}</span>
            </div>
          )}
        </div>
      )}
      {next === 'keepAlive' && <p className="caption">{t($ => $.gb.keepAliveSoon)}</p>}
      {next === null && (
        <p className="camera-test-works" role="status">
          {t($ => $.test.works)} <PictureFacts camera={camera} />
        </p>
      )}
    </section>
  )
}
