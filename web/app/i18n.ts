import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '#shared/text.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** Texts lie beside the code that shows them; the folder's name is their namespace. Only one language of each is loaded. */
const files = import.meta.glob<Record<string, unknown>>(
  [
    '../{data,layout,components,components/{excel,uploads,rich-text}}/{en-US,zh-CN}.json',
    '../features/*/{en-US,zh-CN}.json',
  ],
  { import: 'default' },
)

const texts = new Map(
  Object.entries(files).map(([file, load]) => {
    const [language = '', namespace = ''] = file.replace('.json', '').split('/').reverse()
    return [`${language}/${namespace}`, load]
  }),
)

const besideTheCode: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = texts.get(`${language}/${namespace}`)
    if (!load) return done(new Error(`no texts ${language}/${namespace}`), null)
    load().then(
      found => done(null, found as Record<string, string>),
      (error: Error) => done(error, null),
    )
  },
}

/** What every page needs. */
const ALWAYS = ['data', 'layout', 'components']

/** Loads the texts every page needs, plus `more`, and from then on follows the reader's choice of language. */
export async function startTexts(more: readonly string[] = []): Promise<void> {
  const { language } = usePreferences.getState()
  await i18next
    .use(besideTheCode)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: false,
      supportedLngs: ['zh-CN', 'en-US'],
      ns: [...ALWAYS, ...more],
      defaultNS: 'layout',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
  speak(language)
  usePreferences.subscribe((now, before) => {
    if (now.language === before.language) return
    void i18next.changeLanguage(now.language)
    speak(now.language)
  })
}

/** Sets the page's language and the name it is installed under. */
function speak(language: Language): void {
  document.documentElement.lang = language
  // An installed app is named in the language it was installed in.
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/app.${language}.webmanifest`)
}
