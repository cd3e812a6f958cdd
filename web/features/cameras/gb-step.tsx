import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Spin } from 'antd'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  type CameraProblem,
  cameraNextSteps,
  cameraProblems,
  type ProbeStep,
  probeStepNames,
  stepsOfKind,
} from '#shared/cameras.ts'
import { type Camera, cameras } from '#shared/contracts/cameras.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { Line } from '#web/components/secret-lines.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { isTesting, PictureFacts } from './camera-test.tsx'
import type { GbGiven } from './gb-form.tsx'
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
  const isDone = stepsOfKind.gb28181.every(step => doneOf(now, step) === 'ok')
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

type Done = 'ok' | 'failed' | 'open'

/** What is known of a step now. */
function doneOf(camera: Camera, step: ProbeStep): Done {
  const { gb, test, problem } = camera
  if (!gb) return 'open'
  if (step === 'register') return gb.registeredAt ? 'ok' : problem === 'wrongPassword' ? 'failed' : 'open'
  if (!gb.registeredAt) return 'open'
  if (step === 'keepAlive') return gb.keptAliveAt ? 'ok' : 'open'
  if (step === 'catalog') return gb.catalogAt ? (gb.found ? 'ok' : 'failed') : 'open'
  if (!gb.catalogAt || isTesting(camera)) return 'open'
  const found = test?.steps.find(each => each.step === step)
  return found ? (found.ok ? 'ok' : 'failed') : 'open'
}

/** Why it does not go on; null while there is only something to wait for. */
function problemOf(camera: Camera): CameraProblem | null {
  const failed = stepsOfKind.gb28181.find(step => doneOf(camera, step) === 'failed')
  if (failed === undefined) return camera.gb?.registeredAt ? null : 'notRegistered'
  if (failed === 'catalog') return 'noChannelsFound'
  if (failed === 'register') return 'wrongPassword'
  return camera.test?.steps.find(({ ok }) => !ok)?.problem ?? camera.problem
}

function GbSteps({ camera }: { camera: Camera }) {
  const { t } = useTranslation('cameras')
  const language = usePreferences(({ language }) => language)
  const steps = stepsOfKind.gb28181.map(step => ({ step, done: doneOf(camera, step) }))
  const next = steps.find(({ done }) => done !== 'ok')?.step
  const problem = problemOf(camera)
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
          <strong>{cameraProblems[problem][language]}</strong>
          <p>
            {problem === 'wrongPassword' ? t($ => $.gb.wrongPassword) : cameraNextSteps[problem][language]}
          </p>
        </div>
      )}
      {next === 'keepAlive' && <p className="caption">{t($ => $.gb.keepAliveSoon)}</p>}
      {next === undefined && (
        <p className="camera-test-works" role="status">
          {t($ => $.test.works)} <PictureFacts camera={camera} />
        </p>
      )}
    </section>
  )
}
