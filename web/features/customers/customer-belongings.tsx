import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Belongings as AllBelongings } from '#shared/contracts/customer-records.ts'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './customer-records.css'

type What = keyof AllBelongings

/** Houses, users or devices of a customer, by name. */
export function Belongings({ customer, what }: { customer: Customer; what: What }) {
  const { t } = useTranslation('customers')
  const { belongings } = contractOf[customer.stage]
  const { data, error, refetch } = useQuery({
    queryKey: [belongings.path, customer.id],
    queryFn: () => call(belongings, { params: { id: customer.id } }),
  })
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  if (data[what].length === 0) return <p className="caption">{t($ => $.none[what])}</p>
  const more = customer[what] - data[what].length
  return (
    <>
      {what === 'houses' ? (
        <Houses houses={data.houses} />
      ) : what === 'users' ? (
        <Users users={data.users} />
      ) : (
        <Devices devices={data.devices} />
      )}
      {more > 0 && <p className="caption">{t($ => $.moreBelongings, { count: more })}</p>}
    </>
  )
}

function Table({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table className="customer-table">
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function Houses({ houses }: Pick<AllBelongings, 'houses'>) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  return (
    <Table heads={[t($ => $.heads.house), t($ => $.heads.type), t($ => $.heads.birds)]}>
      {houses.map(({ id, name, type, birds }) => (
        <tr key={id}>
          <td>{name}</td>
          <td>{word($ => $.houseType[type])}</td>
          <td className="num">{birds === null ? '—' : birds.toLocaleString(language)}</td>
        </tr>
      ))}
    </Table>
  )
}

function Users({ users }: Pick<AllBelongings, 'users'>) {
  const { t } = useTranslation('customers')
  const heads = [t($ => $.heads.user), t($ => $.heads.login), t($ => $.heads.roles), t($ => $.heads.active)]
  return (
    <Table heads={heads}>
      {users.map(({ id, actualName, username, roles, isDisabled, lastActiveAt }) => (
        <tr key={id}>
          <td>{actualName}</td>
          <td>{username}</td>
          <td>{roles || '—'}</td>
          <td>
            {isDisabled ? (
              <StateWord state="disabled">{t($ => $.userDisabled)}</StateWord>
            ) : (
              <Age at={lastActiveAt} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Devices({ devices }: Pick<AllBelongings, 'devices'>) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const heads = [t($ => $.heads.code), t($ => $.heads.device), t($ => $.heads.type), t($ => $.fields.status)]
  return (
    <Table heads={heads}>
      {devices.map(({ id, code, name, type, status }) => (
        <tr key={id}>
          <td className="mono">{code}</td>
          <td>{name}</td>
          <td>{word($ => $.deviceType[type])}</td>
          <td>
            <DeviceStatusWord status={status} />
          </td>
        </tr>
      ))}
    </Table>
  )
}
