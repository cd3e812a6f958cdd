import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Device, devices, type PairingCode } from '#shared/contracts/devices.ts'
import { PAIRING_MS, pairingLine, plainCode, shownCode } from '#shared/pairing-code.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { Line, QrCode } from '#web/components/secret-lines.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { useFromNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './credential-dialog.css'

/** How often the dialog asks what became of the code, ms. */
const ASK_MS = 2_000
const [SECOND, MINUTE] = [1_000, 60]

interface Props {
  device: Device
  issued: PairingCode
  /** Has a new code shown. */
  renew: () => void
  close: () => void
}

/** A code by which a gateway gets its credential, until it is used, and then what comes next. */
export function PairingDialog({ device, issued, renew, close }: Props) {
  const { t } = useTranslation('devices')
  const again = () => {
    close()
    renew()
  }
  const { data } = useQuery({
    queryKey: [devices.pairing.path, device.id, issued.code],
    queryFn: () => call(devices.pairing, { params: { id: device.id } }),
    refetchInterval: ASK_MS,
  })
  const used = data?.used
  return (
    <Modal
      open
      width={720}
      title={t($ => $.pairing.title, { code: device.code })}
      closable={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={close}>
          {t($ => $.pairing.done)}
        </Button>
      }
    >
      {used ? (
        <Paired device={device} used={used} houses={data.houses} again={again} />
      ) : (
        <Code issued={issued} again={again} />
      )}
    </Modal>
  )
}

function Code({ issued, again }: { issued: PairingCode; again: () => void }) {
  const { t } = useTranslation('devices')
  const { expiresAt } = issued
  // Under the address of this page the server is reached; what it calls itself may not lead there.
  const server = location.origin
  const code = shownCode(plainCode(issued.code))
  const left = useFromNow(now =>
    Math.floor(Math.min(PAIRING_MS, Math.max(0, Date.parse(expiresAt) - now)) / SECOND),
  )
  if (left === 0)
    return (
      <p className="credential-once">
        <StateMark state="watch" /> {t($ => $.pairing.ended)}{' '}
        <Button onClick={again}>{t($ => $.pairing.again)}</Button>
      </p>
    )
  return (
    <>
      <p className="caption">{t($ => $.pairing.says)}</p>
      <div className="credential">
        <QrCode name={t($ => $.pairing.qr)} value={pairingLine(server, code)} />
        <div>
          <dl>
            <Line name={t($ => $.pairing.code)} value={code} />
            <Line
              name={t($ => $.pairing.command)}
              value={`npm run gateway -- --pair ${code} --server ${server}`}
            />
          </dl>
          <p className="caption num">
            {t($ => $.pairing.left, { minutes: Math.floor(left / MINUTE), seconds: left % MINUTE })}
          </p>
          <p className="caption">{t($ => $.pairing.qrSays)}</p>
        </div>
      </div>
      <p className="credential-first" role="status">
        <StateMark state="pending" /> <strong>{t($ => $.pairing.waiting)}</strong> {t($ => $.pairing.turns)}
      </p>
    </>
  )
}

interface PairedProps {
  device: Device
  used: { at: string; from: string; by: string }
  houses: readonly { id: string; name: string }[]
  again: () => void
}

/** Who used the code, whether it has connected, and where its signals are. */
function Paired({ device, used, houses, again }: PairedProps) {
  const { t } = useTranslation('devices')
  const language = usePreferences(({ language }) => language)
  const { open, exists } = useScreen()
  const { data } = useQuery({
    queryKey: [devices.get.path, device.id],
    queryFn: () => call(devices.get, { params: { id: device.id } }),
    refetchInterval: ASK_MS,
  })
  const isHere = data?.status === 'ONLINE'
  const time = new Date(used.at).toLocaleTimeString(language, { timeStyle: 'short' })
  return (
    <>
      <p>
        <StateMark state="normal" /> {t($ => $.pairing.paired, { by: used.by, from: used.from, time })}
      </p>
      <p className="caption">
        {t($ => $.pairing.stranger)} <Button onClick={again}>{t($ => $.pairing.again)}</Button>
      </p>
      <p className="credential-first" role="status">
        {isHere ? (
          <>
            <StateMark state="normal" /> <strong>{t($ => $.pairing.here, { code: device.code })}</strong>
          </>
        ) : (
          <>
            <StateMark state="pending" /> <strong>{t($ => $.credential.waiting)}</strong>{' '}
            {t($ => $.pairing.turns)}
          </>
        )}
      </p>
      {houses.length === 0 ? (
        <p className="caption">{t($ => $.pairing.noHouse)}</p>
      ) : (
        exists(paths.controllerDetails) && (
          <>
            <p>{t($ => $.pairing.next)}</p>
            <p className="list-head-actions">
              {houses.map(({ id, name }) => (
                <Button
                  key={id}
                  onClick={() => open(hrefOf(paths.controllerDetails, { houseId: id, view: 'signals' }))}
                >
                  {name}
                </Button>
              ))}
            </p>
          </>
        )
      )}
    </>
  )
}
