import { IconChevronLeft, IconLanguage } from '@tabler/icons-react'
import { Button } from '@kartis/ui/components/button.tsx'
import { Card } from '@kartis/ui/components/card.tsx'
import { ChoicePills } from '@kartis/ui/components/choice-pills.tsx'
import { Dialog } from '@kartis/ui/components/dialog.tsx'
import { Soft, Stack } from '@kartis/ui/components/layout.tsx'
import { directionOf } from '@kartis/i18n/lang.ts'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import style from './other-languages.module.css'

export const OTHER_LANGS = ['en', 'ar'] as const
export type OtherLang = (typeof OTHER_LANGS)[number]

export interface Translated {
  readonly filled: number
  /** How many texts there are to translate. */
  readonly total: number
}

interface OtherLanguagesProps {
  readonly translated: (lang: OtherLang) => Translated
  /** Inside another card or a dialog: without a card of its own. */
  readonly bare?: boolean
  readonly wide?: boolean
  readonly children: (lang: OtherLang) => ReactNode
}

/** A row that says which languages have texts, and opens a dialog (on a phone a sheet) with the fields of one language. */
export function OtherLanguages({ translated, bare = false, wide = false, children }: OtherLanguagesProps) {
  const { t } = useTranslation('components')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const none = OTHER_LANGS.every((lang) => translated(lang).filled === 0)
  const row = (
    <button type="button" className={style.row} aria-haspopup="dialog" onClick={() => setOpen(true)}>
      <IconLanguage size={22} stroke={1.75} aria-hidden />
      <span className={style.text}>
        <strong>{t('other_languages.title')}</strong>
        {none ? (
          <Soft small>{t('other_languages.none')}</Soft>
        ) : (
          <span className={style.marks}>
            {OTHER_LANGS.map((lang) => (
              <Mark key={lang} lang={lang} translated={translated(lang)} />
            ))}
          </span>
        )}
      </span>
      <IconChevronLeft className={style.arrow} size={20} stroke={1.75} aria-hidden />
    </button>
  )
  return (
    <>
      {bare ? row : <Card>{row}</Card>}
      {/* Outside the form that it belongs to: Enter closes the dialog and does not send the form. */}
      {createPortal(
        <Dialog open={isOpen} onClose={close} throwaway title={t('other_languages.title')} wide={wide}>
          <Sheet translated={translated} onClose={close}>
            {children}
          </Sheet>
        </Dialog>,
        document.body,
      )}
    </>
  )
}

function Mark({ lang, translated: { filled, total } }: { readonly lang: OtherLang; readonly translated: Translated }) {
  const { t } = useTranslation('components')
  return (
    <span className={style.mark} data-full={(total > 0 && filled === total) || undefined}>
      {t('other_languages.part', { lang: t(`other_languages.${lang}`), filled, total })}
    </span>
  )
}

function Sheet({
  translated,
  onClose,
  children,
}: Pick<OtherLanguagesProps, 'translated' | 'children'> & { readonly onClose: () => void }) {
  const { t } = useTranslation('components')
  const [lang, setLang] = useState<OtherLang>(
    () => OTHER_LANGS.find((each) => translated(each).filled < translated(each).total) ?? 'en',
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation() // React events of a portal bubble to the form that opened it
        onClose()
      }}
    >
      <Stack gap="wide">
        <Soft small>{t('other_languages.text')}</Soft>
        <ChoicePills
          label={t('other_languages.choose')}
          quietLabel
          choices={OTHER_LANGS.map((each) => ({
            value: each,
            label: t(`other_languages.${each}`),
            count: `${translated(each).filled}/${translated(each).total}`,
          }))}
          value={lang}
          onChange={setLang}
        />
        <Stack key={lang} gap="wide">
          {children(lang)}
        </Stack>
        <Button type="submit" size="big" full>
          {t('other_languages.done')}
        </Button>
      </Stack>
    </form>
  )
}

/** The attributes of a field whose text is in `lang`. */
export const inLanguage = (lang: OtherLang) => ({ lang, dir: directionOf(lang), autoComplete: 'off' }) as const
