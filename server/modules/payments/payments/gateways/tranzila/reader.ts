import { GatewayError, type ReaderCharge } from '../../gateway.ts'
import { signedCall } from './call.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { pick } from './fields.ts'
import { createHandshake, handshakeEnd } from './handshake.ts'
import { wireSum } from './sum.ts'

/** ISO 4217: the card readers count currencies so, the payment page does not. */
const SHEKEL = 376

const askReader = (config: TranzilaConfig, deps: TranzilaDeps, charge: ReaderCharge, thtk: string) =>
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
 * Locks the sum and puts it on a card reader. Once the sum is locked no answer is waited for: a call that breaks off may
 * still be charged, and only the books know. Throws GatewayError before that.
 */
export const chargeAtReader = async (config: TranzilaConfig, deps: TranzilaDeps, charge: ReaderCharge) => {
  const expiresAt = handshakeEnd(deps.now())
  const thtk = await createHandshake(config, deps, charge)
  try {
    const reply = await askReader(config, deps, charge, thtk)
    return { url: pick(reply, ['reader_url'])['reader_url'] ?? null, expiresAt }
  } catch (fault) {
    if (!(fault instanceof GatewayError) || fault.code !== 'unreachable') throw fault
    return { url: null, expiresAt }
  }
}
