// Runs before the first paint, so it stands alone. The keys are those of web/data/preferences.ts.
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
  const theme = layout.theme === 'system' ? system : layout.theme === 'light' ? 'light' : 'dark'
  root.dataset.theme = theme
  if (typeof layout.colour === 'string') root.dataset.primary = layout.colour
  if (theme === 'light')
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', '#f2f4f6')
})()
