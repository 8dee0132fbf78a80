import { moneyText } from './money-text.ts'
import { usePage } from './page-context.tsx'
import parts from './parts.module.css'

/** A sum in shekels, in tabular figures and isolated from the sentence's direction. */
export const Money = ({ shekels }: { readonly shekels: number }) => (
  <span className={parts.money}>{moneyText(shekels, usePage().lang)}</span>
)
