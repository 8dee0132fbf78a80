import { z } from 'zod'

/** Path of the simulator on this server. */
export const SANDBOX_PATH = '/sandbox/payplus'

/** How to reach one PayPlus terminal. The simulator differs from the real gateway in these values alone. */
export interface PayplusConfig {
  readonly apiKey: string
  readonly secretKey: string
  /** The payment page that links are made of. */
  readonly pageUid: string
  /** The terminal behind that page, whose history is read. */
  readonly terminalUid: string
  /** Without a slash at the end. */
  readonly base: string
}

/** Dependencies of a call, so that the adapter can be tested without network and clock. */
export interface PayplusDeps {
  readonly fetch: typeof fetch
  readonly now: () => Date
  /** Refusals that mean an empty terminal, besides texts that say so. */
  readonly emptyCodes: readonly string[]
}

/** A terminal as it is stored. `hosts` is null for the simulator, which runs at this installation's own address. */
export const storedTerminal = z.object({
  apiKey: z.string(),
  secretKey: z.string(),
  pageUid: z.string(),
  terminalUid: z.string(),
  hosts: z.object({ base: z.string(), pageBase: z.string() }).nullable(),
})
export type StoredTerminal = z.output<typeof storedTerminal>

/** The adapter's configuration of a stored terminal. */
export const adapterConfig = ({ hosts, ...terminal }: StoredTerminal, publicUrl: string): PayplusConfig => ({
  ...terminal,
  base: hosts?.base ?? `${publicUrl}${SANDBOX_PATH}`,
})
