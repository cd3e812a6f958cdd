/** Drawings of our own, as SVG on white: the same in both themes and in print. */
const frame = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 320" width="720" height="320" font-family="sans-serif" font-size="18">
<rect width="720" height="320" fill="#ffffff"/>${content}</svg>`

const HOUSE = `<path d="M60 280V130L360 60l300 70v150z" fill="#f6f8fa" stroke="#3d4c5c" stroke-width="4"/>
<path d="M30 280h660" stroke="#9fb0c0" stroke-width="4"/>`
const cage = (x: number) =>
  [160, 200, 240]
    .map(
      y =>
        `<rect x="${x}" y="${y}" width="72" height="28" fill="#ffffff" stroke="#5b6b7c" stroke-width="3"/>`,
    )
    .join('')
const CAGES = [130, 250, 400, 520].map(cage).join('')
const arrow = (path: string, colour: string) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="5" marker-end="url(#a)"/>`
const HEAD = `<defs><marker id="a" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0 10 5 0 10z" fill="context-stroke"/></marker></defs>`

export const drawings = {
  winter: frame(
    `${HEAD}${HOUSE}${CAGES}${arrow('M34 138C120 120 240 84 335 86', '#1463d6')}${arrow('M686 138C600 120 480 84 385 86', '#1463d6')}${arrow('M352 100V240', '#b65a07')}${arrow('M368 100V240', '#b65a07')}
<text x="40" y="116" fill="#1463d6">−2 °C</text><text x="384" y="150" fill="#b65a07">20 °C</text>`,
  ),
  pad: frame(
    `<rect x="120" y="60" width="480" height="200" fill="#d9ecf8" stroke="#3d4c5c" stroke-width="4"/>
<path d="M120 44h480" stroke="#3d4c5c" stroke-width="12"/>
<path d="M250 64l-14 192h36l-10-192zM440 64l-16 192h46l-14-192z" fill="#e8c9a0"/>
${[150, 200, 300, 350, 400, 500, 550].map(x => `<path d="M${x} 70v180" stroke="#1b6cc1" stroke-width="4" stroke-dasharray="10 12"/>`).join('')}
<path d="M110 276h500" stroke="#1b6cc1" stroke-width="8"/>`,
  ),
  power: frame(
    `${HEAD}<rect x="60" y="110" width="120" height="90" rx="8" fill="#f6f8fa" stroke="#3d4c5c" stroke-width="4"/><path d="M128 122l-24 38h20l-8 30 26-40h-20z" fill="#e39a06"/>
<rect x="300" y="110" width="120" height="90" rx="8" fill="#f6f8fa" stroke="#3d4c5c" stroke-width="4"/><circle cx="330" cy="155" r="8" fill="#3d4c5c"/><circle cx="390" cy="130" r="8" fill="#3d4c5c"/><circle cx="390" cy="180" r="8" fill="#3d4c5c"/><path d="M330 155l60-25" stroke="#c8232c" stroke-width="6"/>
<circle cx="600" cy="155" r="52" fill="#f6f8fa" stroke="#3d4c5c" stroke-width="4"/><path d="M600 155l-10-44 34 14zM600 155l44 10-14 34zM600 155l-32 30-16-34z" fill="#1463d6"/>
${arrow('M184 155h104', '#3d4c5c')}${arrow('M424 155h112', '#3d4c5c')}`,
  ),
  chicks: frame(
    `${[
      [
        120,
        '#c8232c',
        [
          [100, 170],
          [118, 182],
          [136, 170],
          [110, 152],
          [130, 152],
          [120, 200],
        ],
      ],
      [
        360,
        '#0a7a4e',
        [
          [290, 130],
          [350, 210],
          [420, 140],
          [310, 220],
          [430, 220],
          [360, 150],
        ],
      ],
      [
        600,
        '#b65a07',
        [
          [530, 110],
          [670, 110],
          [530, 230],
          [670, 230],
          [520, 170],
          [680, 170],
        ],
      ],
    ]
      .map(
        ([x, colour, chicks]) =>
          `<circle cx="${x}" cy="165" r="104" fill="#f6f8fa" stroke="${colour}" stroke-width="5"/><circle cx="${x}" cy="165" r="16" fill="#e39a06"/>${(chicks as number[][]).map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="11" fill="#f0c94a" stroke="#8a6d14" stroke-width="2"/>`).join('')}`,
      )
      .join('')}`,
  ),
  tunnel: frame(
    `${HEAD}<path d="M60 110h600v140H60z" fill="#f6f8fa" stroke="#3d4c5c" stroke-width="4"/>
${[160, 280, 400, 520].map(x => `<path d="M${x} 200h80M${x} 225h80" stroke="#9fb0c0" stroke-width="6"/>`).join('')}
<rect x="48" y="130" width="24" height="100" fill="#bfe0f5" stroke="#1b6cc1" stroke-width="3"/>
${[140, 180, 220].map(y => `<circle cx="660" cy="${y}" r="18" fill="#ffffff" stroke="#3d4c5c" stroke-width="4"/><path d="M660 ${y}l-5-14 13 4zM660 ${y}l14 5-5 13zM660 ${y}l-10 10-5-13z" fill="#3d4c5c"/>`).join('')}
${arrow('M84 150H620', '#1463d6')}${arrow('M84 178H620', '#1463d6')}
<path d="M470 106h60" stroke="#ffffff" stroke-width="8"/>${arrow('M500 40C500 120 540 138 622 136', '#c8232c')}
<text x="88" y="96" fill="#1463d6">20–40 Pa</text><text x="520" y="60" fill="#c8232c">0 Pa</text>`,
  ),
  belt: frame(
    `${[
      [60, '#0a7a4e', 'M92 60H208L172 150H128z', '✓'],
      [380, '#c8232c', 'M105 96H195L172 156H128z', '✗'],
    ]
      .map(
        ([x, colour, belt, sign]) =>
          `<g transform="translate(${x} 70)"><path d="M40 200V60h50l40 100h40l40-100h50v140z" fill="#d5dde5" stroke="#3d4c5c" stroke-width="4"/><path d="${belt}" fill="#2b333b"/><path d="M20 60h260" stroke="${colour}" stroke-width="3" stroke-dasharray="8 6"/><text x="140" y="30" font-size="34" fill="${colour}">${sign}</text></g>`,
      )
      .join('')}`,
  ),
  probe: frame(
    `${HOUSE}${CAGES}<path d="M361 62V206" stroke="#3d4c5c" stroke-width="3"/><circle cx="361" cy="214" r="11" fill="#0a7a4e"/>
<circle cx="361" cy="214" r="22" fill="none" stroke="#0a7a4e" stroke-width="4"/>
<path d="M490 96v22" stroke="#3d4c5c" stroke-width="3"/><circle cx="490" cy="128" r="12" fill="#ffd75e" stroke="#8a6d14" stroke-width="3"/>
${[
  [512, 150],
  [78, 150],
  [636, 240],
]
  .map(
    ([x = 0, y = 0]) =>
      `<circle cx="${x}" cy="${y}" r="9" fill="#c8232c"/><path d="M${x - 16} ${y - 16}l32 32m0-32l-32 32" stroke="#c8232c" stroke-width="4"/>`,
  )
  .join('')}
<path d="M30 140l34 10" stroke="#1463d6" stroke-width="5"/>`,
  ),
  curve: frame(
    `<path d="M80 30V270H680" fill="none" stroke="#3d4c5c" stroke-width="3"/>
<path d="M100 268C130 262 146 70 210 62C330 66 520 100 670 150V174C520 126 330 90 212 86C160 92 146 268 118 268z" fill="#cfeadd"/>
<path d="M110 268C140 262 152 82 212 74C300 76 350 82 400 90L420 150L446 100C530 116 600 138 670 162" fill="none" stroke="#1463d6" stroke-width="5"/>
<circle cx="420" cy="150" r="14" fill="none" stroke="#c8232c" stroke-width="5"/>
${[18, 36, 54, 72, 90].map((week, i) => `<text x="${92 + i * 142}" y="298" fill="#3d4c5c">${week}</text>`).join('')}
${[
  [95, 80],
  [50, 176],
]
  .map(([share, y]) => `<text x="20" y="${y}" fill="#3d4c5c">${share} %</text>`)
  .join('')}`,
  ),
} as const
export type DrawingName = keyof typeof drawings
