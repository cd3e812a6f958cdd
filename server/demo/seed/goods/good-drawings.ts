/** Line drawings of our own without a background: the same lines work on a light and on a dark surface. */
const drawn = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 160" width="480" height="320" fill="none" stroke="#7d8a98" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${content}</svg>`

const times = (count: number, draw: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
/** A line between two circles around a point, at an angle. */
const spoke = (x: number, y: number, angle: number, from: number, to: number) => {
  const at = (radius: number) =>
    `${(x + Math.cos(angle) * radius).toFixed(1)} ${(y + Math.sin(angle) * radius).toFixed(1)}`
  return `<path d="M${at(from)}L${at(to)}"/>`
}
const turn = (i: number, count: number) => (i * 2 * Math.PI) / count

export const goodDrawings = {
  fan: drawn(
    `<rect x="60" y="20" width="120" height="120" rx="6"/><circle cx="120" cy="80" r="52"/><circle cx="120" cy="80" r="9"/>${times(6, i => `<path d="M120 71c14-10 18-26 8-38-16 6-20 22-8 38" transform="rotate(${i * 60} 120 80)"/>`)}`,
  ),
  belt: drawn(
    `<rect x="40" y="48" width="160" height="64" rx="32"/><rect x="54" y="62" width="132" height="36" rx="18"/>${times(7, i => `<path d="M${72 + i * 16} 48v14M${72 + i * 16} 98v14"/>`)}`,
  ),
  bearing: drawn(
    `<circle cx="120" cy="80" r="56"/><circle cx="120" cy="80" r="42"/><circle cx="120" cy="80" r="20"/>${times(8, i => `<circle cx="${(120 + Math.cos(turn(i, 8)) * 31).toFixed(1)}" cy="${(80 + Math.sin(turn(i, 8)) * 31).toFixed(1)}" r="8"/>`)}`,
  ),
  motor: drawn(
    `<rect x="62" y="48" width="92" height="68" rx="8"/><path d="M154 68h16v28h-16M170 82h34M84 48V36h40v12M74 116l-8 14h28l-6-14M130 116l-6 14h28l-8-14"/>${times(6, i => `<path d="M${76 + i * 13} 58v48"/>`)}`,
  ),
  pulley: drawn(
    `<circle cx="120" cy="80" r="56"/><circle cx="120" cy="80" r="46"/><circle cx="120" cy="80" r="14"/>${times(5, i => spoke(120, 80, turn(i, 5), 14, 46))}`,
  ),
  inlet: drawn(
    `<rect x="40" y="40" width="160" height="80" rx="4"/><path d="M52 54h136v52H52zM52 54l24 40h100l12-40M120 40V24M112 30l8-8 8 8"/>`,
  ),
  actuator: drawn(
    `<rect x="44" y="56" width="64" height="48" rx="6"/><path d="M108 80h68M176 70v20M196 80a10 10 0 1 1-20 0 10 10 0 0 1 20 0M60 56V44h20v12"/>`,
  ),
  pad: drawn(
    `<path d="M70 36l20-12h90v104l-20 12H70zM70 36h90v104M160 36l20-12"/>${times(6, i => `<path d="M${82 + i * 13} 40l8 16-8 16 8 16-8 16 8 16-8 16"/>`)}`,
  ),
  pump: drawn(
    `<circle cx="100" cy="88" r="36"/><path d="M100 52h40v-24M128 28h24M136 88h40v36M164 124h24M72 124h56l8 16H64z"/><circle cx="100" cy="88" r="10"/>`,
  ),
  heater: drawn(
    `<rect x="56" y="40" width="128" height="80" rx="10"/><path d="M96 100c-12-14 4-22 0-38 18 10 22 26 12 38M144 100c-12-14 4-22 0-38 18 10 22 26 12 38M76 120v16M164 120v16"/>`,
  ),
  auger: drawn(`<path d="M28 80h184"/>${times(9, i => `<path d="M${36 + i * 19} 100c-6-20 18-20 14-40"/>`)}`),
  pan: drawn(
    `<ellipse cx="120" cy="112" rx="60" ry="18"/><path d="M60 112v-10c0-8 24-14 60-14s60 6 60 14v10M120 88V28M104 28h32M92 90l20-40h16l20 40"/>`,
  ),
  chain: drawn(times(5, i => `<rect x="${30 + i * 36}" y="62" width="44" height="36" rx="18"/>`)),
  silo: drawn(
    `<path d="M78 40h84v56l-30 32h-24l-30-32zM78 40l42-24 42 24M78 68h84M84 96v44M156 96v44M108 128v10h24v-10"/>`,
  ),
  nipple: drawn(
    `<path d="M30 40h180v18H30z"/>${times(3, i => `<path d="M${66 + i * 54} 58v20h-8v22h16V78h-8M${58 + i * 54} 112h16l-4 16h-8zM${66 + i * 54} 100v12"/>`)}`,
  ),
  regulator: drawn(
    `<path d="M40 96h160M84 96V62h72v34M120 62V30M104 30h32"/><circle cx="120" cy="120" r="16"/><path d="M120 120l8-8M120 104v-8"/>`,
  ),
  filter: drawn(
    `<path d="M40 48h160M84 36h72v24H84zM92 60v64c0 12 56 12 56 0V60"/>${times(4, i => `<path d="M96 ${74 + i * 14}h48"/>`)}`,
  ),
  eggBelt: drawn(
    `<path d="M24 104h192M24 116h192"/><circle cx="40" cy="110" r="12"/><circle cx="200" cy="110" r="12"/>${times(4, i => `<ellipse cx="${68 + i * 36}" cy="84" rx="12" ry="17"/>`)}`,
  ),
  manureBelt: drawn(
    `<path d="M32 70h176v20H32z"/><circle cx="40" cy="100" r="14"/><circle cx="200" cy="100" r="14"/><path d="M40 114h160M60 70l8-14 12 8 14-14 16 14 14-8 12 14 16-10 12 10"/>`,
  ),
  roller: drawn(
    `<rect x="44" y="58" width="152" height="44" rx="6"/><path d="M24 80h20M196 80h20"/>${times(8, i => `<path d="M${60 + i * 17} 58v44"/>`)}`,
  ),
  controller: drawn(
    `<rect x="64" y="16" width="112" height="128" rx="8"/><rect x="78" y="30" width="84" height="50" rx="4"/><path d="M84 70l16-14 14 8 20-22 20 12"/>${times(4, i => `<circle cx="${87 + i * 22}" cy="104" r="7"/>`)}<path d="M84 126h72"/>`,
  ),
  board: drawn(
    `<rect x="40" y="32" width="160" height="96" rx="4"/>${times(6, i => `<rect x="${52 + i * 24}" y="44" width="16" height="30"/><circle cx="${60 + i * 24}" cy="112" r="5"/>`)}<path d="M52 92h136"/>`,
  ),
  probe: drawn(
    `<rect x="32" y="72" width="72" height="20" rx="10"/><path d="M104 76h20v12h-20M124 82c30 0 24-48 48-48s20 60 36 84"/>`,
  ),
  sensor: drawn(
    `<rect x="76" y="28" width="88" height="80" rx="8"/><circle cx="120" cy="68" r="22"/><path d="M112 68h16M120 60v16M108 108v24M132 108v24"/>`,
  ),
  lamp: drawn(
    `<rect x="40" y="48" width="160" height="22" rx="11"/><path d="M56 48v22M184 48v22M24 59h16M200 59h16"/>${times(6, i => `<path d="M${70 + i * 20} 86v22"/>`)}`,
  ),
  cable: drawn(
    `<circle cx="120" cy="80" r="52"/><circle cx="120" cy="80" r="40"/><circle cx="120" cy="80" r="28"/><path d="M172 80c0 30 10 50 36 56"/>`,
  ),
  siren: drawn(
    `<path d="M84 112V84a36 36 0 0 1 72 0v28zM68 112h104v20H68zM120 32V20M64 48l-10-8M176 48l10-8"/>`,
  ),
  scale: drawn(`<path d="M60 120h120l-12-40H72zM120 80V40M96 40h48"/><circle cx="120" cy="102" r="10"/>`),
  curtain: drawn(
    `<path d="M40 28h160M40 36h160M48 36v88M192 36v88M40 132h160"/>${times(5, i => `<path d="M72 ${52 + i * 16}h96"/>`)}`,
  ),
} as const
export type GoodDrawing = keyof typeof goodDrawings
