import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/contracts/roles.ts'
import { type Grant, grantsOf } from '#shared/permissions.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useRolePeople } from './role-people.tsx'
import { usePermissionText } from './use-permission-text.ts'

const NAMED = 8

/** What a reduction takes away, and from whom: a user who has it through another role loses nothing. */
export function TakenAway({ role, taken }: { role: Role; taken: readonly Grant[] }) {
  const { t } = useTranslation('roles')
  const text = usePermissionText()
  const { data, error, refetch } = useRolePeople(role.id)
  const losing = data?.items.filter(({ otherwise }) => {
    const kept = grantsOf(otherwise)
    return taken.some(grant => !kept.has(grant))
  })
  const isWhole = data !== undefined && data.items.length === data.total
  const keeping = (data?.items.length ?? 0) - (losing?.length ?? 0)
  const unnamed = (losing?.length ?? 0) - NAMED
  return (
    <div className="stack" aria-busy={!data}>
      <ul>
        {taken.map(grant => (
          <li key={grant}>− {text.grant(grant)}</li>
        ))}
      </ul>
      {error && <LoadProblem error={error} retry={() => void refetch()} />}
      {data && !isWhole && <p>{t($ => $.takesFromMany, { count: data.total })}</p>}
      {isWhole && losing && (
        <>
          <p>{t($ => $.takesFrom, { count: losing.length })}</p>
          <p>
            <strong>
              {losing
                .slice(0, NAMED)
                .map(({ actualName }) => actualName)
                .join(' · ')}
            </strong>{' '}
            {unnamed > 0 && t($ => $.more, { count: unnamed })}
          </p>
          {keeping > 0 && <p>{t($ => $.keepIt, { count: keeping })}</p>}
        </>
      )}
    </div>
  )
}
