import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { trajectory } from '#shared/contracts/trajectory.ts'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'

interface Props {
  user: string | undefined
  choose: (user: string | undefined) => void
}

/** Whose trajectory is shown. */
export function PersonPicker({ user, choose }: Props) {
  const { t } = useTranslation('trajectory')
  const people = useOptions(trajectory.people.path, 'options', async search => {
    const found = await call(trajectory.people, { query: { search } })
    return found.map(({ id, name, customerName }) => ({ id, name: `${name} · ${customerName}` }))
  })
  const { data } = useQuery({
    queryKey: [trajectory.visits.path, 'who', user],
    queryFn: () => call(trajectory.visits, { query: { userId: user ?? '', from: 0, to: 1 } }),
    enabled: user !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <RemoteSelect
      className="trajectory-person"
      aria-label={t($ => $.user)}
      placeholder={t($ => $.choose)}
      source={people}
      also={data ? [{ value: data.user.id, label: `${data.user.name} · ${data.user.customerName}` }] : []}
      value={user ?? null}
      onChange={(value: string | undefined) => choose(value)}
      allowClear
    />
  )
}
