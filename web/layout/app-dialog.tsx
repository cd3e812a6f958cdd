import { Button, Modal, QRCode, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useAppVersion } from './app-version.ts'
import { useInstall } from './install.ts'
import './app-dialog.css'

/** QR codes of the mobile apps; if there are none, how to put this web app on a phone. */
export function AppDialog({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useAppVersion()
  const apps = data
    ? [
        { name: 'Android', url: data.android.url },
        { name: 'iPhone, iPad', url: data.ios.url },
      ].filter(({ url }) => url !== '')
    : []
  return (
    <Modal
      open
      onCancel={close}
      footer={null}
      width={460}
      title={t($ => $.app.title)}
      closable={{ 'aria-label': t($ => $.close) }}
    >
      {error ? <LoadProblem error={error} retry={() => void refetch()} /> : null}
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {data && apps.length > 0 && (
        <div className="app-codes">
          {apps.map(({ name, url }) => (
            <Code key={name} name={name} url={url} />
          ))}
        </div>
      )}
      {data && apps.length === 0 && <Install />}
    </Modal>
  )
}

function Code({ name, url }: { name: string; url: string }) {
  return (
    <a className="app-code" href={url} target="_blank" rel="noreferrer">
      <span aria-hidden>
        <QRCode type="svg" size={168} color="#000000" bgColor="#ffffff" bordered={false} value={url} />
      </span>
      {name}
    </a>
  )
}

function Install() {
  const { t } = useTranslation()
  const install = useInstall()
  return (
    <div className="app-install">
      <Code name={location.host} url={location.origin} />
      <p>{t($ => $.app.says)}</p>
      {install && (
        <Button type="primary" onClick={install}>
          {t($ => $.app.install)}
        </Button>
      )}
    </div>
  )
}
