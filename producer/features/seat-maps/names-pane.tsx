import { namesToTranslate, translateName } from '@kartis/seat-map/editor/translate-commands.ts'
import { useTranslation } from 'react-i18next'
import { TextsEditor } from '../../shared/texts-editor.tsx'
import { Pane } from './editor-fields.tsx'
import { useEditor } from './editor-state.ts'

/** The names of the hall in English and Arabic: each Hebrew name once, however many parts have it. */
export function NamesPane() {
  const { t } = useTranslation('seat-maps')
  const { document, run } = useEditor()
  const names = namesToTranslate(document)
  if (names.length === 0) return null
  return (
    <Pane title={t('translations.title')}>
      <TextsEditor
        bare
        texts={names.map(({ name, texts, maxLength }) => ({
          key: name,
          label: name,
          original: name,
          maxLength,
          value: (lang) => texts[lang],
          onChange: (lang, text) => run(translateName(name, lang, text), `translate:${lang}:${name}`),
        }))}
      />
    </Pane>
  )
}
