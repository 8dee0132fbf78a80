import {
  type BackendModule,
  type ReadCallback,
  createInstance,
  type i18n,
  type NewableModule,
  type Module,
} from 'i18next'
import { asLang, directionOf, isLang, type Lang, LANGS } from './lang.ts'
import type { Namespace } from './message-types.ts'
import { inPageOrder } from './user-text.ts'

type Catalogue = Record<string, unknown>

/** One small file per language and namespace, fetched when a screen needs it. */
const files = import.meta.glob<Catalogue>('./messages/*/*.json', { import: 'default' })

const loadInto = async (load: () => Promise<Catalogue>, done: ReadCallback): Promise<void> => {
  try {
    done(null, await load())
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), false)
  }
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (lang, namespace, done) => {
    const load = files[`./messages/${lang}/${namespace}.json`]
    if (!load) return done(new Error(`no messages: ${lang}/${namespace}`), false)
    void loadInto(load, done)
  },
}

/**
 * The translations of a browser app. Resolves when `namespaces` are loaded in `lang`; others load when a screen needs them.
 * No language lacks a message (`messages.test.ts`), so no second one is loaded as a fallback: it would double each screen's
 * messages.
 */
export const createI18n = async (
  lang: Lang,
  namespaces: readonly Namespace[],
  ...plugins: readonly Module[]
): Promise<i18n> => {
  const instance = createInstance()
  instance.use(backend)
  for (const plugin of plugins) instance.use(plugin as NewableModule<Module>)
  await instance.init({
    lng: lang,
    fallbackLng: false,
    supportedLngs: LANGS,
    ns: namespaces,
    defaultNS: 'components',
    partialBundledLanguages: true,
    // React escapes the markup; here a name of both directions gets that of the page.
    interpolation: { escapeValue: true, escape: (value) => inPageOrder(value, asLang(instance.language) ?? lang) },
    returnNull: false,
    react: { useSuspense: true, bindI18n: 'languageChanged', bindI18nStore: '' },
  })
  applyLanguage(lang)
  instance.on('languageChanged', (next: string) => isLang(next) && applyLanguage(next))
  return instance
}

/** Sets the language and direction of the document. */
const applyLanguage = (lang: Lang): void => {
  document.documentElement.lang = lang
  document.documentElement.dir = directionOf(lang)
}
