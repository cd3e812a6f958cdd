// Runs before the first paint, so it stands alone. The keys are those of web/data/preferences.ts and web/data/token.ts.
;(() => {
  const root = document.documentElement
  const read = key => {
    try {
      return JSON.parse(localStorage.getItem(key) ?? 'null')
    } catch {
      return null
    }
  }
  const layout = read('layout') ?? {}
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  const hour = new Date().getHours()
  const shown = { light: 'light', system, clock: hour >= 7 && hour < 19 ? 'light' : 'dark' }
  const theme = shown[layout.theme] ?? 'dark'
  root.dataset.theme = theme
  if (typeof layout.colour === 'string') root.dataset.primary = layout.colour
  if (theme === 'light')
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#f2f4f6')
  // A visitor with a session is about to see the shell: request its files before the program that imports them.
  if (!read('Access-Token')?.value) return
  for (const file of document.querySelector('meta[name="shell"]')?.content.split(' ') ?? []) {
    const ahead = document.createElement('link')
    ahead.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (file.endsWith('.css')) ahead.as = 'style'
    ahead.crossOrigin = ''
    ahead.href = file
    document.head.append(ahead)
  }
})()
