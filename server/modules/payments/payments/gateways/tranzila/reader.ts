import { GatewayError, type ReaderCharge } from '../../gateway.ts'
import { signedCall } from './call.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { pick } from '../fields.ts'
import { createHandshake, handshakeEnd } from './handshake.ts'
import { wireSum } from '../sum.ts'

/** ISO 4217 code; card readers use it, the payment page does not. */
const SHEKEL = 376

const requestCharge = (config: TranzilaConfig, deps: TranzilaDeps, charge: ReaderCharge, thtk: string) =>
  signedCall(config, deps, `${config.apiBase}/v1/emv/transaction`, {
    supplier: charge.terminal,
    ...(charge.reader && { pos_id: charge.reader }),
    sum: Number(wireSum(charge.amount)),
    currency: SHEKEL,
    tranmode: 'A',
    cred_type: 1,
    thtk,
    lang: charge.lang,
    notify_url_address: charge.notifyUrl,
    user_defined_fields: [
      { name: config.referenceField, value: charge.paymentId },
      { name: 'DCdisable', value: charge.paymentId },
    ],
  })

/**
 * Locks the amount and shows it at a card reader. Throws GatewayError while nothing can be charged. Once the amount is
 * locked a lost reply is not an error: the card may still be charged, and `verify` finds out.
 */
export const chargeAtReader = async (config: TranzilaConfig, deps: TranzilaDeps, charge: ReaderCharge) => {
  const expiresAt = handshakeEnd(deps.now())
  const thtk = await createHandshake(config, deps, charge)
  try {
    const reply = await requestCharge(config, deps, charge, thtk)
    return { url: pick(reply, ['reader_url'])['reader_url'] ?? null, expiresAt }
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'unreachable') throw error
    return { url: null, expiresAt }
  }
}
