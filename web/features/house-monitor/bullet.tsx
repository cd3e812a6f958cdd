import type { Goal } from './figures.ts'

const LEVELS = Array.from({ length: 18 }, (_, i) => i + 1)

/** Where a value lies: the good range, the target, the value. The words beside it say the same. */
export function Bullet({ value, goal }: { value: number | null; goal: Goal }) {
  if (goal.kind === 'levels')
    return (
      <div className="bullet-levels" aria-hidden>
        {LEVELS.map(level => (
          <i key={level} className="bullet-level" data-on={(value !== null && level <= value) || undefined} />
        ))}
      </div>
    )
  const [from, to] = goal.scale
  const place = (at: number) => `${Math.min(Math.max(((at - from) / (to - from)) * 100, 0), 100)}%`
  const low = goal.kind === 'limit' ? from : goal.low
  return (
    <div className="bullet" aria-hidden>
      <i
        className="bullet-band"
        style={{ left: place(low), width: `calc(${place(goal.high)} - ${place(low)})` }}
      />
      {goal.kind === 'target' && <i className="bullet-target" style={{ left: place(goal.target) }} />}
      {value !== null && <i className="bullet-value" style={{ left: place(value) }} />}
    </div>
  )
}
