import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { SECTIONS } from './terms-sections.ts'
import style from './terms.module.css'

/** Splits a section: lines with `- ` are items of the clause before, every other line is a clause. */
const blocksOf = (text: string): readonly { readonly clause: string; readonly items: readonly string[] }[] =>
  text.split('\n').reduce<{ clause: string; items: string[] }[]>((blocks, line) => {
    const last = blocks.at(-1)
    if (line.startsWith('- ') && last) last.items.push(line.slice(2))
    else blocks.push({ clause: line, items: [] })
    return blocks
  }, [])

/** The terms of use by section; `end` is attached to the last line. */
export function TermsText({ end }: { readonly end?: Ref<HTMLParagraphElement> }) {
  const { t } = useTranslation('terms')
  return (
    <div className={style.text}>
      <p className={style.intro}>{t('intro')}</p>
      {SECTIONS.map((section) => (
        <section key={section} className={style.section}>
          <h2>{t(`sections.${section}.title`)}</h2>
          {blocksOf(t(`sections.${section}.text`)).map(({ clause, items }) => (
            <div key={clause} className={style.clause}>
              <p>{clause}</p>
              {items.length > 0 && (
                <ul>
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </div>
          ))}
        </section>
      ))}
      <p ref={end} className={style.end}>
        {t('end')}
      </p>
    </div>
  )
}
