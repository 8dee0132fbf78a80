import { z } from 'zod'

/** Path of the simulator on this server. */
export const SANDBOX_PATH = '/sandbox/cardcom'

/** How to reach one CardCom terminal. The simulator differs from the real gateway in these values alone. */
export interface CardcomConfig {
  readonly terminal: number
  readonly apiName: string
  /** Needed for refunds and lists only. */
  readonly apiPassword: string
  /** Number of the business behind a terminal of several (SapakMutav). */
  readonly beneficiary?: string | undefined
  /** Without a slash at the end. */
  readonly base: string
}

/** Dependencies of a call, so that the adapter can be tested without network and clock. */
export interface CardcomDeps {
  readonly fetch: typeof fetch
  readonly now: () => Date
  /** Codes that mean an empty terminal, besides texts that say so. */
  readonly emptyCodes: readonly string[]
}

/** A terminal as it is stored. `base` is null for the simulator, which runs at this installation's own address. */
export const storedTerminal = z.object({
  terminal: z.int().positive(),
  apiName: z.string(),
  apiPassword: z.string(),
  beneficiary: z.string().optional(),
  base: z.string().nullable(),
})
export type StoredTerminal = z.output<typeof storedTerminal>

/** The adapter's configuration of a stored terminal. */
export const adapterConfig = ({ base, ...terminal }: StoredTerminal, publicUrl: string): CardcomConfig => ({
  ...terminal,
  base: base ?? `${publicUrl}${SANDBOX_PATH}`,
})
