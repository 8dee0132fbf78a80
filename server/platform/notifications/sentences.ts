import { directionOf, type Lang } from '@kartis/i18n/lang.ts'
import { inSentence } from '@kartis/i18n/plain-text.ts'
import { type Translate, translatorFor } from '@kartis/i18n/server.ts'

/** Values of messages that people typed; where a message is about a change, `person` is who it concerns and `by` who made it. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'account',
  'by',
  'event',
  'from',
  'name',
  'person',
  'place',
  'row',
  'section',
  'terminal',
])

/** Translates the sentences of messages: what people typed stands in them as `inSentence` puts it. */
export const sentencesIn = (lang: Lang): Translate => {
  const t = translatorFor(lang)
  const direction = directionOf(lang)
  return (key, params = {}) =>
    t(
      key,
      Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          typeof value === 'string' && OF_PEOPLE.has(name) ? inSentence(value, direction) : value,
        ]),
      ),
    )
}
