/** Texts in the languages beside Hebrew, whose texts are fields of their own. */
export type TextsOf<Field extends string> = {
  [L in 'en' | 'ar']?: { [F in Field]?: string | undefined } | undefined
}

/** The languages beside Hebrew in which a reader is given a text, the best one first: a text that Arabic lacks is given in English. */
export const languagesFor = (lang: 'he' | 'en' | 'ar'): readonly ('en' | 'ar')[] =>
  lang === 'he' ? [] : lang === 'ar' ? ['ar', 'en'] : ['en']

/** A text in the reader's language, else in English; undefined for Hebrew, and where only the Hebrew one exists. */
export const textIn = <Field extends string>(
  texts: TextsOf<Field>,
  lang: 'he' | 'en' | 'ar',
  field: Field,
): string | undefined =>
  languagesFor(lang)
    .map((each) => texts[each]?.[field])
    .find(Boolean)
