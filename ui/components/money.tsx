import { moneyPieces, moneyText } from '@kartis/i18n/format.ts'
import { classNames } from '../class-names.ts'
import { useLang } from '../use-lang.ts'
import style from './money.module.css'

export interface MoneyProps {
  /** As it comes over the wire: decimal shekels. */
  readonly shekels: number
  /** A large figure: agorot and ₪ are set small beside it. */
  readonly big?: boolean
  /** In a column of sums: the decimals line up. */
  readonly ledger?: boolean
}

export function Money({ shekels, big = false, ledger = false }: MoneyProps) {
  const lang = useLang()
  const agorot = Math.round(shekels * 100)
  return (
    <span className={classNames(style.money, ledger && style.ledger)}>
      {big
        ? moneyPieces(agorot, lang).map(({ role, text }, place) =>
            role === 'figure' ? text : <small key={place}>{text}</small>,
          )
        : moneyText(agorot, lang)}
    </span>
  )
}
