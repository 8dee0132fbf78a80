import { TextArea, TextField } from '@kartis/ui/components/text-field.tsx'
import { inLanguage, OtherLanguages, type OtherLang } from './other-languages.tsx'

/** One text with its translations. */
export interface TranslatedText {
  readonly key: string
  readonly label: string
  /** The Hebrew text; nothing is translated while it is empty. */
  readonly original: string
  readonly maxLength: number
  readonly isLong?: boolean
  readonly value: (lang: OtherLang) => string
  readonly onChange: (lang: OtherLang, text: string) => void
  /** What is shown while it is empty, where that is not the Hebrew text. */
  readonly instead?: ((lang: OtherLang) => string | undefined) | undefined
}

interface TextsEditorProps {
  readonly texts: readonly TranslatedText[]
  readonly bare?: boolean
}

/** The translations of some texts: every field shows the Hebrew text under it. */
export function TextsEditor({ texts, bare = false }: TextsEditorProps) {
  const shown = texts.filter(({ original }) => original.trim() !== '')
  if (shown.length === 0) return null
  return (
    <OtherLanguages
      bare={bare}
      translated={(lang) => ({
        filled: shown.filter((text) => text.value(lang).trim() !== '').length,
        total: shown.length,
      })}
    >
      {(lang) => shown.map((text) => <TranslationField key={text.key} text={text} lang={lang} />)}
    </OtherLanguages>
  )
}

function TranslationField({ text, lang }: { readonly text: TranslatedText; readonly lang: OtherLang }) {
  const props = {
    label: text.label,
    hint: text.original === text.label ? undefined : <bdi lang="he">{text.original}</bdi>,
    optional: true,
    maxLength: text.maxLength,
    placeholder: text.instead?.(lang),
    value: text.value(lang),
    onChange: (event: { target: { value: string } }) => text.onChange(lang, event.target.value),
    ...inLanguage(lang),
  }
  return text.isLong ? <TextArea {...props} rows={2} /> : <TextField {...props} />
}

type Texts<F extends string> = { readonly [L in OtherLang]?: { readonly [K in F]?: string | undefined } | undefined }

/** The value and the change of one field of `texts`, for an entry of a `TextsEditor`. */
export const translationOf = <F extends string>(
  texts: Texts<F> | undefined,
  field: F,
  onChange: (texts: Texts<F>) => void,
): Pick<TranslatedText, 'key' | 'value' | 'onChange'> => ({
  key: field,
  value: (lang) => texts?.[lang]?.[field] ?? '',
  onChange: (lang, text) => onChange({ ...texts, [lang]: { ...texts?.[lang], [field]: text } }),
})
