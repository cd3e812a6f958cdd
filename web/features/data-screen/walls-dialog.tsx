import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataScreen, type Wall } from '#shared/contracts/data-screen.ts'
import { paths } from '#shared/screens.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Line } from '#web/components/secret-lines.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'

/** The token stands behind the #, which browsers never send. */
const addressOf = (token: string) => new URL(`${paths.dataScreen}#wall=${token}`, location.href).href

/** The walls a user has set up: adds one, or takes one down. */
export function WallsDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('data-screen')
  const { frame } = useScreen()
  const [name, setName] = useState('')
  const [token, setToken] = useState<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [dataScreen.walls.path],
    queryFn: () => call(dataScreen.walls),
  })
  const { submit, busy } = useSubmit({ success: t($ => $.walls.made) })
  const create = () =>
    submit(async () => {
      setToken((await call(dataScreen.createWall, { body: { name: name.trim() } })).token)
      setName('')
    })
  return (
    <Modal
      open
      title={t($ => $.walls.title)}
      getContainer={frame}
      onCancel={close}
      footer={<Button onClick={close}>{t($ => $.walls.close)}</Button>}
    >
      <p className="caption">{t($ => $.walls.says)}</p>
      {token && (
        <section className="wall-made" aria-label={t($ => $.walls.made)}>
          <p>
            <StateMark state="watch" /> {t($ => $.walls.once)}
          </p>
          <dl>
            <Line name={t($ => $.walls.address)} value={addressOf(token)} />
          </dl>
        </section>
      )}
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <p className="caption">{t($ => $.walls.none)}</p>}
      <ul className="wall-list">
        {data?.map(wall => (
          <Row key={wall.id} wall={wall} />
        ))}
      </ul>
      <div className="wall-new">
        <Input
          aria-label={t($ => $.walls.name)}
          placeholder={t($ => $.walls.nameHint)}
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="primary" loading={busy} disabled={name.trim() === ''} onClick={() => void create()}>
          {t($ => $.walls.create)}
        </Button>
      </div>
    </Modal>
  )
}

function Row({ wall: { id, name, lastUsedAt } }: { wall: Wall }) {
  const { t } = useTranslation('data-screen')
  const confirmed = useConfirmed({ success: t($ => $.walls.revoked) })
  const revoke = () =>
    confirmed(
      {
        title: t($ => $.walls.revokeAsk, { name }),
        says: t($ => $.walls.revokeSays),
        ok: t($ => $.walls.revoke),
      },
      () => call(dataScreen.removeWall, { params: { id } }),
    )
  return (
    <li>
      <strong>{name}</strong>
      <span className="caption">
        {t($ => $.walls.used)} <Age at={lastUsedAt} />
      </span>
      <Button aria-label={`${t($ => $.walls.revoke)}: ${name}`} onClick={revoke}>
        {t($ => $.walls.revoke)}
      </Button>
    </li>
  )
}
