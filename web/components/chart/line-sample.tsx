import { lineSigns } from './age-curves.tsx'

/** A sample of an item's line with its marks, as drawn in the curves; stands beside the item's name. */
export function LineSample({ index }: { index: number }) {
  const sign = lineSigns[index]
  return (
    <svg className="age-line" data-line={index + 1} width={26} height={12} viewBox="0 0 26 12" aria-hidden>
      <path d="M0 6H26" />
      {sign === 'square' && <rect className="age-sign" x={9.5} y={2.5} width={7} height={7} />}
      {sign === 'disc' && <circle className="age-sign" cx={13} cy={6} r={3.8} />}
    </svg>
  )
}
