import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Steps } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Camera, cameras } from '#shared/contracts/cameras.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { CameraForm } from './camera-form.tsx'
import { CameraTest } from './camera-test.tsx'
import { GbForm, type GbGiven } from './gb-form.tsx'
import { GbStep } from './gb-step.tsx'
import { isTesting } from './is-testing.ts'
import type { NewKind } from './kind-choice.tsx'

/** How often a running test is asked for, ms. */
const ASK_MS = 700

interface Props {
  /** Null for a new one. */
  camera: Camera | null
  close: () => void
  /** Shows the camera with its channels. */
  show: (id: string) => void
}

/** From a camera's address to its picture: entered, tried step by step, and entered again if it does not work. */
export function CameraWizard({ camera, close, show }: Props) {
  const [tested, setTested] = useState<Camera | null>(null)
  const [isEntered, setEntered] = useState(false)
  const [kind, setKind] = useState<NewKind>('rtsp')
  const [given, setGiven] = useState<GbGiven | null>(null)
  // The form closes itself once it is stored; if a test follows, that is not the end.
  const goesOn = useRef(false)
  if (given) return <GbStep {...given} close={close} show={show} />
  if (!camera && kind === 'gb28181')
    return (
      <GbForm
        choose={setKind}
        close={() => {
          if (goesOn.current) goesOn.current = false
          else close()
        }}
        saved={stored => {
          goesOn.current = true
          setGiven(stored)
        }}
      />
    )
  if (!isEntered)
    return (
      <CameraForm
        camera={tested ?? camera}
        kind={(tested ?? camera)?.kind ?? kind}
        {...(!tested && !camera && { choose: setKind })}
        close={() => {
          if (goesOn.current) goesOn.current = false
          else close()
        }}
        saved={stored => {
          // A changed name needs no test.
          if (!isTesting(stored)) return
          goesOn.current = true
          setTested(stored)
          setEntered(true)
        }}
      />
    )
  return (
    tested && (
      <TestStep
        camera={tested}
        enterAgain={now => {
          setTested(now)
          setEntered(false)
        }}
        show={show}
        close={close}
      />
    )
  )
}

interface TestStepProps {
  camera: Camera
  enterAgain: (now: Camera) => void
  show: (id: string) => void
  close: () => void
}

function TestStep({ camera, enterAgain, show, close }: TestStepProps) {
  const { t } = useTranslation('cameras')
  const { t: word } = useTranslation('components')
  const { data: now = camera } = useQuery({
    queryKey: [cameras.get.path, camera.id],
    queryFn: () => call(cameras.get, { params: { id: camera.id } }),
    refetchInterval: ({ state }) => (state.data && !isTesting(state.data) ? false : ASK_MS),
    refetchOnMount: 'always',
  })
  const isDone = !isTesting(now)
  const works = isDone && now.status === 'ONLINE'
  return (
    <Modal
      open
      title={now.name}
      onCancel={close}
      getContainer={useScreen().frame}
      style={{ top: 40 }}
      closable={{ 'aria-label': word($ => $.close) }}
      footer={
        <div className="dialog-foot">
          <span className="dialog-foot-says" />
          {isDone && !works && <Button onClick={() => show(now.id)}>{t($ => $.wizard.later)}</Button>}
          {works ? (
            <Button type="primary" onClick={() => show(now.id)}>
              {t($ => $.wizard.show)}
            </Button>
          ) : (
            <Button type="primary" disabled={!isDone} onClick={() => enterAgain(now)}>
              {t($ => $.wizard.enterAgain)}
            </Button>
          )}
        </div>
      }
    >
      <WizardSteps at={1} />
      <CameraTest camera={now} />
    </Modal>
  )
}

/** Where somebody is on the way from an address to a picture. */
function WizardSteps({ at }: { at: number }) {
  const { t } = useTranslation('cameras')
  return (
    <Steps
      size="small"
      current={at}
      className="camera-wizard-steps"
      items={[
        { title: t($ => $.wizard.address) },
        { title: t($ => $.wizard.test) },
        { title: t($ => $.wizard.picture) },
      ]}
    />
  )
}
