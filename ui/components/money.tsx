import { moneyPieces, moneyText } from '@kartis/i18n/format.ts'
import { classNames } from '../class-names.ts'
import { useLang } from '../use-lang.ts'
import style from './money.module.css'

export interface MoneyProps {
  /** Decimal shekels, as the API sends them. */
  readonly shekels: number
  /** A large figure: agorot and ₪ are set smaller. */
  readonly big?: boolean
  /** In a column of sums: decimals align. */
  readonly ledger?: boolean
}

export function Money({ shekels, big = false, ledger = false }: MoneyProps) {
  const lang = useLang()
  const agorot = Math.round(shekels * 100)
  return (
    <span className={classNames(style.money, ledger && style.ledger)}>
      {big
        ? moneyPieces(agorot, lang).map(({ role, text }, index) =>
            role === 'figure' ? text : <small key={index}>{text}</small>,
          )
        : moneyText(agorot, lang)}
    </span>
  )
}
