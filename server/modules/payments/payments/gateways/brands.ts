import type { CardBrand } from '@kartis/domain/card-bucket.ts'

/** Brand codes of SHVA, the Israeli clearing network. */
const BRANDS: Readonly<Record<number, CardBrand>> = {
  0: 'other',
  1: 'mastercard',
  2: 'visa',
  3: 'diners',
  4: 'amex',
  5: 'isracard',
}

/** The brand of a code, which may come with leading zeros. */
export const brandOf = (code: string): CardBrand => BRANDS[Number(code)] ?? 'other'
