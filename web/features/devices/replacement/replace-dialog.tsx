import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Device, devices } from '#shared/contracts/devices.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { readAgain } from '#web/data/queries.ts'
import type { Access } from '../snippets.ts'
import { ChooseStep } from './choose-step.tsx'
import { ConnectStep } from './connect-step.tsx'

/** How often the dialog asks whether the device has connected, ms. */
const ASK_MS = 2_000

interface Props {
  /** The device to replace; once replaced, its successor. */
  id: string
  /** Continues the dialog with another device. */
  goOn: (id: string) => void
  close: () => void
}

interface Connecting {
  id: string
  credential: Access | null
}

/** From a broken device to one that reports in its place. Closing half-way undoes nothing. */
export function ReplaceDialog({ id, goOn, close }: Props) {
  const { t } = useTranslation('devices')
  const cache = useQueryClient()
  const [connecting, setConnecting] = useState<Connecting | null>(null)
  const isConnecting = connecting?.id === id
  const query = useQuery({
    queryKey: [devices.get.path, id],
    queryFn: () => call(devices.get, { params: { id } }),
    refetchOnMount: 'always',
    ...(isConnecting ? { refetchInterval: ASK_MS } : {}),
  })
  const device = query.data
  // Once its birth is awaited, the dialog stays to report its arrival.
  if (device?.awaitsBirth && !isConnecting) setConnecting({ id, credential: null })
  if (!device)
    return (
      <Frame close={close}>
        {query.error ? (
          <LoadProblem error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Skeleton active paragraph={{ rows: 6 }} />
        )}
      </Frame>
    )
  if (isConnecting)
    return (
      <ConnectStep
        device={device}
        credential={connecting.credential}
        reissued={credential => setConnecting({ id, credential })}
        close={close}
      />
    )
  const { replacedById, replacedByCode } = device
  if (device.houseId === null)
    return (
      <Frame close={close}>
        {replacedById && replacedByCode ? (
          <>
            <p>{t($ => $.replacement.already, { code: device.code, next: replacedByCode })}</p>
            <Button onClick={() => goOn(replacedById)}>
              {t($ => $.replacement.showNext, { next: replacedByCode })}
            </Button>
          </>
        ) : (
          <p>{t($ => $.replacement.nothing, { code: device.code })}</p>
        )}
      </Frame>
    )
  const replaced = (next: Device, credential: Access | null) => {
    cache.setQueryData([devices.get.path, next.id], next)
    void readAgain(cache, [devices.list.path])
    setConnecting({ id: next.id, credential })
    goOn(next.id)
  }
  return <ChooseStep device={device} replaced={replaced} reread={() => void query.refetch()} close={close} />
}

function Frame({ children, close }: { children: ReactNode; close: () => void }) {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  return (
    <Modal
      open
      title={t($ => $.replacement.start)}
      onCancel={close}
      footer={null}
      getContainer={useScreen().frame}
      style={{ top: 40 }}
      closable={{ 'aria-label': word($ => $.close) }}
    >
      {children}
    </Modal>
  )
}
