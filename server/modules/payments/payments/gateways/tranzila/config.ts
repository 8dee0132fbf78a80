import { z } from 'zod'

/** Path of the simulator on this server. */
export const SANDBOX_PATH = '/sandbox/tranzila'

/** How to reach one Tranzila terminal. The simulator differs from the real gateway in these values alone. */
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
  /** Whether a charge of the same day is voided before it is credited. */
  readonly voids: boolean
}

/** Dependencies of a call, so that the adapter can be tested without network, clock and randomness. */
export interface TranzilaDeps {
  readonly fetch: typeof fetch
  readonly now: () => Date
  /** 80 hexadecimal digits. */
  readonly nonce: () => string
  /** Codes that mean an empty terminal, besides texts that say so. */
  readonly emptyCodes: readonly string[]
}

const hosts = z.object({ apiBase: z.string(), reportBase: z.string(), pageBase: z.string() })

/** A terminal as it is stored. `hosts` is null for the simulator, which runs at this installation's own address. */
export const storedTerminal = z.object({
  terminal: z.string(),
  appKey: z.string(),
  secret: z.string(),
  password: z.string(),
  referenceField: z.string(),
  handshakeVersion: z.enum(['v1', 'v2']),
  voids: z.boolean().default(false),
  hosts: hosts.nullable(),
})
export type StoredTerminal = z.output<typeof storedTerminal>

/** The adapter's configuration of a stored terminal. */
export const adapterConfig = ({ hosts: real, ...terminal }: StoredTerminal, publicUrl: string): TranzilaConfig => {
  const simulator = `${publicUrl}${SANDBOX_PATH}`
  return { ...terminal, ...(real ?? { apiBase: simulator, reportBase: simulator, pageBase: simulator }) }
}
