import {
  type BackendModule,
  type ReadCallback,
  createInstance,
  type i18n,
  type NewableModule,
  type Module,
} from 'i18next'
import { DEFAULT_LANG, directionOf, isLang, type Lang, LANGS } from './lang.ts'
import type { Namespace } from './message-types.ts'

type Catalogue = Record<string, unknown>

/** One small file per language and namespace, fetched when a screen asks for it. */
const files = import.meta.glob<Catalogue>('./messages/*/*.json', { import: 'default' })

const hand = async (load: () => Promise<Catalogue>, done: ReadCallback): Promise<void> => {
  try {
    done(null, await load())
  } catch (fault) {
    done(fault instanceof Error ? fault : new Error(String(fault)), false)
  }
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (lang, namespace, done) => {
    const load = files[`./messages/${lang}/${namespace}.json`]
    if (!load) return done(new Error(`no words: ${lang}/${namespace}`), false)
    void hand(load, done)
  },
}

/**
 * The words of a browser app. Resolves when `namespaces` are there in `lang`; others follow as screens ask.
 * Hebrew steps in for a word that a language lacks.
 */
export const createI18n = async (
  lang: Lang,
  namespaces: readonly Namespace[],
  ...plugins: readonly Module[]
): Promise<i18n> => {
  const words = createInstance()
  words.use(backend)
  for (const plugin of plugins) words.use(plugin as NewableModule<Module>)
  await words.init({
    lng: lang,
    fallbackLng: DEFAULT_LANG,
    supportedLngs: LANGS,
    ns: namespaces,
    defaultNS: 'components',
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: true, bindI18n: 'languageChanged', bindI18nStore: '' },
  })
  showLanguage(lang)
  words.on('languageChanged', (next: string) => isLang(next) && showLanguage(next))
  return words
}

/** Language and direction of the page itself. */
const showLanguage = (lang: Lang): void => {
  document.documentElement.lang = lang
  document.documentElement.dir = directionOf(lang)
}
