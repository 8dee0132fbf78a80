import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { numberText } from '@kartis/i18n/format.ts'
import { Card } from '@kartis/ui/components/card.tsx'
import { Soft } from '@kartis/ui/components/layout.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import style from './board.module.css'

const CODES = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'S9'] as const
type Code = (typeof CODES)[number]
/** Sent to another place or read again: nobody was turned away. */
const TONES: Partial<Record<Code, 'info' | 'warn'>> = { S5: 'info', S6: 'warn', S7: 'info', S8: 'info', S9: 'info' }

const isCode = (code: string): code is Code => (CODES as readonly string[]).includes(code)

/** Attempts that let nobody in, by their reason. */
export function RefusalsCard({ refusals }: { readonly refusals: GateBoard['refusals'] }) {
  const { t } = useTranslation('gate-board')
  const lang = useLang()
  const total = refusals.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...refusals.map(({ count }) => count))
  const partOf = (count: number): CSSProperties & Record<'--part', string> => ({ '--part': `${(count / most) * 100}%` })
  return (
    <Card
      title={t('refusals.title')}
      action={
        total > 0 && (
          <span className={style.aside}>{t('refusals.count', { count: total, total: numberText(total, lang) })}</span>
        )
      }
    >
      {total === 0 && <Soft>{t('refusals.empty')}</Soft>}
      <ul className={style.refusals}>
        {refusals.map(({ code, count }) => (
          <li key={code} data-tone={(isCode(code) && TONES[code]) || 'bad'}>
            <span>{isCode(code) ? t(`refusals.code.${code}`) : code}</span>
            <b>{numberText(count, lang)}</b>
            <i aria-hidden style={partOf(count)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
