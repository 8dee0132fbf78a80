import type { Keys } from '../../../platform/security/keys.ts'

/** 96 bits: enough that no two networks share one, and short in every row. */
const CHARS = 16

/** Keyed hash of a buyer's network, as orders store it and budgets count it. */
export const networkHash = (keys: Pick<Keys, 'hmac'>, network: string): string =>
  keys.hmac('order_network', network).slice(0, CHARS)

/** Keyed hash of the random id of a buyer's browser. */
export const browserHash = (keys: Pick<Keys, 'hmac'>, id: string): string =>
  keys.hmac('order_device', id).slice(0, CHARS)
