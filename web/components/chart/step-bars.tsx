import { ScreenLink } from '../screen-link.tsx'
import './step-bars.css'

/** From harmless to what must not be missed. */
type Tone = 'faint' | 'light' | 'strong' | 'alarm'

interface Step {
  key: string
  name: string
  tone: Tone
}

/** Explains the bars of a card. */
export const StepLegend = ({ steps }: { steps: readonly Step[] }) => (
  <p className="step-legend caption">
    {steps.map(({ key, name, tone }) => (
      <span key={key}>
        <i className="step" data-tone={tone} aria-hidden /> {name}
      </span>
    ))}
  </p>
)

interface Counted extends Step {
  count: number
  /** Describes a bar to screen readers. */
  label: string
}

/**
 * How many are in each step, as one bar with parts as wide as their counts; each part leads to its rows, and is big enough
 * for a thumb.
 */
export const StepBars = ({
  steps,
  hrefOf,
}: {
  steps: readonly Counted[]
  hrefOf: (key: string) => string
}) => (
  <span className="step-bars num row stretch gap-05">
    {steps
      .filter(({ count }) => count > 0)
      .map(({ key, name, tone, count, label }) => (
        <ScreenLink
          key={key}
          to={hrefOf(key)}
          className="step"
          data-tone={tone}
          style={{ flexGrow: count }}
          title={name}
          aria-label={label}
        >
          {count}
        </ScreenLink>
      ))}
  </span>
)
