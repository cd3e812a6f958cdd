import type { Birds } from './birds.ts'
import { cageBoxes, type Section, sectionRows, tierHeight } from './section.ts'

interface Props {
  section: Section
  birds: Birds
}

const BIRDS = [0.16, 0.39, 0.62, 0.85]
/** Height at which a cage is drawn in full detail, px. */
const FULL = 27

/** A section through the cage rows, each with its tiers: boxes, an A-frame, or the open platforms of an aviary. */
export function SectionCages({ section, birds }: Props) {
  const { x, width } = sectionRows(section, birds.rows)
  const height = tierHeight(birds.tiers)
  const scale = height / FULL
  const isOpen = birds.layout === 'aviary'
  return x.map(left => (
    <g key={left} className="section-cages" data-layout={birds.layout}>
      {cageBoxes(section, birds, left, width).map(box => (
        <g key={`${box.x} ${box.y}`}>
          {isOpen ? (
            <path className="platform" d={`M${box.x} ${box.y + height - 3}h${box.width}`} />
          ) : (
            <rect
              {...{ x: box.x, y: box.y + 3 * scale, width: box.width, height: height - 6 * scale }}
              rx={3 * scale}
            />
          )}
          {(box.width > 40 ? BIRDS : [0.3, 0.7]).map(at => (
            <ellipse
              key={at}
              className="bird"
              cx={box.x + box.width * at}
              cy={box.y + height - 9 * scale}
              rx={Math.min(box.width * 0.1, 7) * Math.min(scale, 1)}
              ry={4 * scale}
            />
          ))}
          <path className="nipples" d={`M${box.x + 5} ${box.y + 7 * scale}h${box.width - 10}`} />
          {!isOpen && (
            <path
              className="trough"
              d={box.troughs
                .map(({ at, out }) => `M${at} ${box.y + 13 * scale}v${6 * scale}h${out * 4}`)
                .join('')}
            />
          )}
        </g>
      ))}
    </g>
  ))
}

/** Height of the slats above the floor, px. */
const SLATS = 22

/** Birds on litter, or on slats above it, with feed pans and drinkers hanging over them. */
export function SectionFloor({ section, birds }: Props) {
  const { floor, left, right } = section
  const { x, width } = sectionRows(section, birds.rows)
  const ground = birds.layout === 'slats' ? floor - SLATS : floor
  const count = Math.floor((right - left - 20) / 17)
  return (
    <g>
      {ground < floor && <path className="slats" d={`M${left + 6} ${ground}H${right - 6}`} />}
      {Array.from({ length: count }, (_, i) => (
        <ellipse
          // biome-ignore lint/suspicious/noArrayIndexKey: the birds are drawn, not counted
          key={i}
          className="bird"
          cx={left + 16 + i * 17}
          cy={ground - 8 - (i % 3)}
          rx={6}
          ry={5}
        />
      ))}
      {x.map(at => (
        <g key={at}>
          <path className="hanger" d={`M${at + 6} 160V${ground - 30}M${at + width - 6} 160V${ground - 34}`} />
          <path className="feed-pan" d={`M${at - 4} ${ground - 30}h20l-4 10h-12z`} />
          <circle className="drinker" cx={at + width - 6} cy={ground - 30} r={4} />
        </g>
      ))}
    </g>
  )
}
