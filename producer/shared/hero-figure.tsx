import { toAgorot } from '@kartis/domain/money.ts'
import { moneyPieces } from '@kartis/i18n/format.ts'
import { Money } from '@kartis/ui/components/money.tsx'
import { useLang } from '@kartis/ui/use-lang.ts'
import type { CSSProperties } from 'react'
import style from './payout-hero.module.css'

/** Widths of a character in em, the widest that figures have: agorot and ₪ are set smaller. */
const EMS = { figure: 0.6, small: 0.38 } as const

/** The sum of a hero, as large as its width has room for: ten shekels or ten million. */
export function HeroFigure({ shekels }: { readonly shekels: number }) {
  const pieces = moneyPieces(toAgorot(shekels), useLang())
  const ems = pieces.reduce((sum, { role, text }) => sum + EMS[role] * text.length, 0)
  const width = { '--ems': ems.toFixed(2) } as CSSProperties
  return (
    <p className={style.figure} style={width}>
      <Money shekels={shekels} big />
    </p>
  )
}
