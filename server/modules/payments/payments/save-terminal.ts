import type { PaymentOffer } from '@kartis/domain/payment-offer.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { SealError } from '../../../platform/security/keys.ts'
import type { GatewayDescriptor } from './gateway-descriptor.ts'
import { insertTerminal, type TerminalRow, updateTerminal } from './terminals-queries.ts'

const SEAL_PURPOSE = 'payment-terminal'

export interface NewTerminal {
  /** null: the installation's own */
  readonly accountId: string | null
  readonly provider: string
  readonly name: string
  /** As the gateway's descriptor defines it. */
  readonly config: unknown
  /** `settings`: that of the settings, saved at every start; without it the operator's. */
  readonly origin?: 'settings'
  readonly offer?: PaymentOffer
}

/** One payment by card. */
export const ONE_PAYMENT: PaymentOffer = { maxInstallments: 1, minInstallment: 0, bit: false }

/** The configuration of a terminal. */
export const unsealed = ({ keys }: Platform, config: string): unknown => JSON.parse(keys.decrypt(SEAL_PURPOSE, config))

const isSame = ({ keys }: Platform, sealed: string, config: string): boolean => {
  try {
    return keys.decrypt(SEAL_PURPOSE, sealed) === config
  } catch (error) {
    if (error instanceof SealError) return false
    throw error
  }
}

/** Saves a terminal with its configuration sealed; an existing one of the same account, gateway and name is updated. */
export const saveTerminal = async (
  platform: Platform,
  tx: Tx,
  { accountId, provider, name, config, origin, offer = ONE_PAYMENT }: NewTerminal,
  gateway: GatewayDescriptor,
): Promise<TerminalRow> => {
  const text = JSON.stringify(config)
  const sealed = platform.keys.encrypt(SEAL_PURPOSE, text)
  const offered = {
    active: true,
    max_installments: offer.maxInstallments,
    min_installment: offer.minInstallment,
    bit: offer.bit,
    origins: [...gateway.originsOf(config)],
  }
  const row = await insertTerminal(tx, {
    id: platform.newId(),
    account_id: accountId,
    provider,
    name,
    config: sealed,
    origin: origin ?? 'operator',
    created_at: platform.clock(),
    ...offered,
  })
  // The same configuration is not sealed again, so that a start writes no new secret.
  await updateTerminal(tx, row.id, { ...offered, ...(!isSame(platform, row.config, text) && { config: sealed }) })
  return row
}
