import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

/** Style files stay loaded once a screen was opened, so a name defined in two files affects the other's screen. */
type Files = Readonly<Record<string, string>>

const web = fileURLToPath(new URL('../web/', import.meta.url))
const read = (kind: string): Files =>
  Object.fromEntries(
    globSync(`{app,components,features,layout}/**/*.${kind}`, { cwd: web })
      .filter(file => !file.includes('.test.'))
      .map(file => [file, readFileSync(`${web}${file}`, 'utf8')]),
  )
// Read from disk: a test's imports of style files are empty.
const styles = read('css')
const pages = read('tsx')

const own = (file: string) => /features\/([^/]+)/.exec(file)?.[1] ?? 'shared'

/** Selectors of a style file, one by one: a comma inside `:is()` does not separate. */
function selectorsOf(css: string): string[] {
  const rules = [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)].map(([, head = '']) =>
    head.trim(),
  )
  return rules
    .filter(head => !head.startsWith('@'))
    .flatMap(head => head.split(/,(?![^()]*(?:\([^()]*\)[^()]*)*\))/))
}

/** Our classes; those of antd do not count. */
const classesIn = (selector: string) => [
  ...new Set([...selector.matchAll(/\.(?!ant-)([a-z_][\w-]*)/gi)].map(([, name = '']) => name)),
]

/** The files in which a name occurs, or what those belong to. */
function gather(files: Files, namesIn: (text: string) => readonly string[], of = (file: string) => file) {
  const found = new Map<string, Set<string>>()
  for (const [file, text] of Object.entries(files))
    for (const name of namesIn(text)) found.set(name, (found.get(name) ?? new Set()).add(of(file)))
  return found
}

/** Classes that a file styles by themselves, not only inside one of its own classes. */
const defined = (css: string) =>
  selectorsOf(css).flatMap(selector => {
    const [name, ...others] = classesIn(selector)
    return name && others.length === 0 ? [name] : []
  })
const mentioned = (css: string) => selectorsOf(css).flatMap(classesIn)
const animations = (css: string) => [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = '']) => name)
/** Classes that a page gives its elements, including conditional ones. */
const given = (tsx: string) =>
  [...tsx.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, plain, chosen = '']) =>
    (plain ?? [...chosen.matchAll(/['"`]([^'"`]*)['"`]/g)].map(([, text]) => text).join(' ')).split(/\s+/),
  )

const twice = (found: Map<string, Set<string>>) =>
  [...found]
    .filter(([, files]) => files.size > 1)
    .map(([name, files]) => `${name}: ${[...files].sort().join(', ')}`)

/** Names of a feature that styles or pages of others use too. */
function borrowed(css: Files, tsx: Files): string[] {
  const homes = gather(css, defined, own)
  const users = gather(css, mentioned, own)
  for (const [name, pages] of gather(tsx, given, own)) for (const page of pages) users.get(name)?.add(page)
  return twice(new Map([...users].filter(([name, by]) => !(homes.get(name) ?? by).has('shared'))))
}

describe('every style name has one home', () => {
  test('styles are found', () => expect(Object.keys(styles).length).toBeGreaterThan(50))

  test('a class is styled by itself in one file only', () =>
    expect(twice(gather(styles, defined))).toEqual([]))

  test('a class of a feature is used by that feature only', () => expect(borrowed(styles, pages)).toEqual([]))

  test('an animation is defined once', () => expect(twice(gather(styles, animations))).toEqual([]))
})

/** Sizes written as numbers although the scale of `theme.css` has them; hairlines of 1 px are not on the scale. */
const offScale = (css: string): string[] =>
  [
    ...css.matchAll(
      /(?:font-size|border(?:-[a-z]+)*-radius|(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z]+)*): [^;]+/g,
    ),
  ]
    .map(([declaration]) => declaration)
    .filter(declaration =>
      /^(font|border)/.test(declaration)
        ? /\b(?!1px)[\d.]+px/.test(declaration)
        : /(?<![\w.-])-?([2-9]|1\d|2[0-6])px/.test(declaration) &&
          !/calc|clamp|min\(|max\(/.test(declaration),
    )

describe('sizes come from the scale', () => {
  test.each(Object.entries(styles))('%s', (_, css) => {
    expect(offScale(css)).toEqual([])
    expect(css.match(/@media \([^-)][^)]*76[78]px\)/g) ?? []).toEqual([])
  })

  test('a size off the scale is found; structure and hairlines are not', () =>
    expect(
      offScale(
        '.a { gap: 7px; padding: 0 var(--s-2); font-size: 12.5px; margin: -1px; border-radius: 1px; padding-block: 72px }',
      ),
    ).toEqual(['gap: 7px', 'font-size: 12.5px']))
})

describe('collisions are found', () => {
  test('two files that style the same class, or only its contents', () =>
    expect(
      twice(
        gather({ a: '.list { gap: 1px }', b: '@media (width < 9px) { .list li { gap: 2px } }' }, defined),
      ),
    ).toEqual(['list: a, b']))

  test('but not a class that another file positions inside its own', () =>
    expect(twice(gather({ a: '.mark { gap: 1px }', b: '.mine .mark, .mine { gap: 2px }' }, defined))).toEqual(
      [],
    ))

  test('a class that a page of another feature happens to use', () =>
    expect(
      borrowed(
        { '../features/maps/map.css': '.heat { gap: 1px }' },
        {
          '../features/maps/map.tsx': 'className="heat"',
          '../features/farm/x.tsx': "className={a ? 'heat' : ''}",
        },
      ),
    ).toEqual(['heat: farm, maps']))
})
