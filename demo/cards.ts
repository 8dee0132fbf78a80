import { bucketOf, type CardBrand } from '@kartis/domain/card-bucket.ts'
import type { Dice } from './random.ts'

/** What the gateway reports of a card; codes are those of the Israeli clearing network. */
export interface Card {
  readonly brand: string
  readonly issuer: string
  readonly acquirer: string
  readonly foreign: boolean
  readonly last4: string
  readonly approval: string
  readonly bucket: ReturnType<typeof bucketOf>
}

const BRANDS: Readonly<Record<string, CardBrand>> = {
  1: 'mastercard',
  2: 'visa',
  3: 'diners',
  4: 'amex',
  5: 'isracard',
}

const LOCAL = [
  { brand: '2', issuer: '2', acquirer: '2', weight: 34 },
  { brand: '2', issuer: '6', acquirer: '6', weight: 16 },
  { brand: '1', issuer: '1', acquirer: '1', weight: 22 },
  { brand: '1', issuer: '6', acquirer: '6', weight: 8 },
  { brand: '5', issuer: '1', acquirer: '1', weight: 6 },
  { brand: '3', issuer: '3', acquirer: '2', weight: 6 },
  { brand: '4', issuer: '4', acquirer: '1', weight: 8 },
] as const
const FOREIGN = [
  { brand: '2', issuer: '0', acquirer: '2', weight: 6 },
  { brand: '1', issuer: '0', acquirer: '1', weight: 4 },
] as const

const digits = (random: Dice, count: number): string => String(random.whole(0, 10 ** count - 1)).padStart(count, '0')

export const cardOf = (random: Dice, foreign: boolean): Card => {
  const from = foreign ? FOREIGN : LOCAL
  const found = from[random.weighed(from.map(({ weight }) => weight))] ?? from[0]
  const { brand, issuer, acquirer } = found
  return {
    brand,
    issuer,
    acquirer,
    foreign,
    last4: digits(random, 4),
    approval: digits(random, 7),
    bucket: bucketOf({ foreign, brand: BRANDS[brand] ?? 'other' }),
  }
}
