import { type VatRate, vatBpAt } from '@kartis/domain/vat.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { vatRates } from './accounts-queries.ts'

/** All VAT rates, past ones included, in basis points. */
export const allVatRates = async (db: Db | Tx): Promise<VatRate[]> =>
  (await vatRates(db)).map(({ valid_from, rate_bp }) => ({ from: valid_from, bp: rate_bp }))

/** VAT in basis points at an instant. Rates change at midnight in Israel. */
export const vatRateAt = async (db: Db | Tx, instant: Date): Promise<number> =>
  vatBpAt(await allVatRates(db), dayIn(ISRAEL_ZONE, instant))
