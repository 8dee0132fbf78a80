import type { Settings } from '../../../../../platform/config/settings.ts'

/** How to reach one Tranzila terminal. The sandbox differs from the real thing in these values alone. */
export interface TranzilaConfig {
  readonly terminal: string
  readonly appKey: string
  readonly secret: string
  /** TranzilaPW, for the first version of the handshake. */
  readonly password: string
  /** Handshakes and transactions. */
  readonly apiBase: string
  /** The report that payments are verified against. */
  readonly reportBase: string
  /** The payment page, as the buyer's browser reaches it. */
  readonly pageBase: string
  /** The user-defined field of the terminal that carries our payment id (it must exist there under this name). */
  readonly referenceField: string
  readonly handshakeVersion: 'v1' | 'v2'
}

export const tranzilaConfig = ({ payments: { tranzila } }: Pick<Settings, 'payments'>): TranzilaConfig => ({
  terminal: tranzila.terminal,
  appKey: tranzila.appKey,
  secret: tranzila.secret,
  password: tranzila.password,
  apiBase: tranzila.apiUrl,
  reportBase: tranzila.reportUrl,
  pageBase: tranzila.iframeUrl,
  referenceField: tranzila.referenceField,
  handshakeVersion: tranzila.handshake,
})

/** A call's surroundings, so that the adapter can be tried without a network, a clock or chance. */
export interface TranzilaDeps {
  readonly fetch: typeof fetch
  readonly now: () => Date
  /** 80 hexadecimal digits. */
  readonly nonce: () => string
}
