import { Spin } from 'antd'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cameraNextSteps, cameraProblems, probeStepNames, stepsOfKind } from '#shared/cameras.ts'
import type { Camera } from '#shared/contracts/cameras.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { isTesting } from './is-testing.ts'
import './camera-test.css'

/** Each step of the last test: what works, where it ended, why, and what to do next. */
export function CameraTest({ camera }: { camera: Camera }) {
  const { t } = useTranslation('cameras')
  const language = usePreferences(({ language }) => language)
  const { test } = camera
  if (!test) return null
  const testing = isTesting(camera)
  if (!testing && test.endedAt === null) return <p className="caption">{t($ => $.test.lost)}</p>
  const failed = test.steps.find(({ ok }) => !ok)
  const problem = testing ? null : (failed?.problem ?? null)
  return (
    <section className="camera-test" aria-label={t($ => $.test.title)} aria-busy={testing}>
      <ol>
        {stepsOfKind[camera.kind].map(step => {
          const found = testing ? undefined : test.steps.find(each => each.step === step)
          return (
            <li key={step} data-state={found ? (found.ok ? 'ok' : 'failed') : 'open'}>
              {testing ? (
                <Spin size="small" />
              ) : found?.ok ? (
                <Check size={16} aria-hidden />
              ) : found ? (
                <X size={16} aria-hidden />
              ) : (
                <span className="camera-test-open" aria-hidden />
              )}
              <span>{probeStepNames[step][language]}</span>
              <span className="caption">
                {testing
                  ? t($ => $.test.running)
                  : found
                    ? t($ => (found.ok ? $.test.ok : $.test.failed))
                    : t($ => $.test.notTried)}
              </span>
            </li>
          )
        })}
      </ol>
      {problem && (
        <div className="camera-test-problem" role="status">
          <strong>
            {cameraProblems[problem][language]}
            {camera.problemDetail && ` · ${camera.problemDetail}`}
          </strong>
          <p>{cameraNextSteps[camera.kind][problem][language]}</p>
        </div>
      )}
      {!testing && !failed && (
        <p className="camera-test-works" role="status">
          {t($ => $.test.works)} <PictureFacts camera={camera} />
        </p>
      )}
    </section>
  )
}

/** The format of the picture, as far as it is known. */
export function PictureFacts({ camera: { codec, width, height, framesPerSecond } }: { camera: Camera }) {
  const { t } = useTranslation('cameras')
  const facts = [
    codec,
    width && height && `${width} × ${height}`,
    framesPerSecond && t($ => $.framesPerSecond, { count: Math.round(framesPerSecond) }),
  ].filter(Boolean)
  return <span className="num">{facts.join(' · ') || '—'}</span>
}
