import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, type RoleHolder, roles } from '#shared/contracts/roles.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { call } from '#web/data/client.ts'

/** Users named before the reader asks for more, and at most. */
const FEW = 3
const MANY = 100

/** Some of a role's users, and how many there are. */
export const useRolePeople = (roleId: string) =>
  useQuery({
    queryKey: [roles.people.path, roleId],
    queryFn: () => call(roles.people, { params: { id: roleId }, query: { size: MANY } }),
  })

/** Who has the role, with their office. */
export function RolePeople({ role }: { role: Role }) {
  const { t } = useTranslation('roles')
  const { data, error, refetch } = useRolePeople(role.id)
  const [isAll, setAll] = useState(false)
  const shown = data?.items.slice(0, isAll ? MANY : FEW) ?? []
  const more = (data?.total ?? 0) - shown.length
  return (
    <section className="card role-card" aria-busy={!data}>
      <div className="role-card-head">
        <h2>{t($ => $.peopleOfRole)}</h2>
        <span className="caption num">{data && t($ => $.people, { count: data.total })}</span>
      </div>
      {error && <LoadProblem error={error} retry={() => void refetch()} />}
      {data?.total === 0 && <p className="caption">{t($ => $.nobody)}</p>}
      <ul className="role-people">
        {shown.map(person => (
          <Person key={person.id} person={person} />
        ))}
      </ul>
      {more > 0 && !isAll && (
        <button type="button" className="role-more" onClick={() => setAll(true)}>
          {t($ => $.more, { count: more })}
        </button>
      )}
      {more > 0 && isAll && <p className="caption">{t($ => $.more, { count: more })}</p>}
    </section>
  )
}

/** First letters of a name; for a Chinese one its last two characters, as is usual. */
const initialsOf = (name: string): string => {
  const parts = name.split(/\s+/).filter(Boolean)
  if (parts.length > 1) return `${parts[0]?.[0] ?? ''}${parts.at(-1)?.[0] ?? ''}`.toUpperCase()
  return /^[ -~]/.test(name) ? name.slice(0, 2).toUpperCase() : name.slice(-2)
}

function Person({ person: { actualName, officeName, disabled } }: { person: RoleHolder }) {
  const { t } = useTranslation('roles')
  return (
    <li>
      <i aria-hidden>{initialsOf(actualName)}</i>
      <span>
        {actualName}
        {disabled && <span className="role-of"> · {t($ => $.disabled)}</span>}
      </span>
      <span className="caption">{officeName}</span>
    </li>
  )
}
