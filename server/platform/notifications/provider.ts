/** A message as it leaves the house. */
export interface OutgoingMessage {
  /** Uuid of the message: the same on every try, so that a provider that can tell repeats does. */
  readonly id: string
  /** E.164, or an e-mail address. */
  readonly to: string
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[]
}

/** `retry` false: no repeat can help (no such number, refused content). `error` never repeats the text of the message. */
export type Delivery =
  | { readonly ok: true; readonly ref: string | null }
  | { readonly ok: false; readonly retry: boolean; readonly error: string }

/** Where messages of one channel go. `deliver` answers; it does not throw for what providers are known to do. */
export interface MessageProvider {
  readonly name: string
  deliver(outgoing: OutgoingMessage): Promise<Delivery>
  close?(): Promise<void>
}

export const delivered = (ref: string | number | null | undefined): Delivery => ({
  ok: true,
  ref: ref === null || ref === undefined || ref === '' ? null : String(ref),
})
export const tryLater = (error: string): Delivery => ({ ok: false, retry: true, error: error.slice(0, 500) })
export const neverGoes = (error: string): Delivery => ({ ok: false, retry: false, error: error.slice(0, 500) })

/** Keeps messages in the database: the outbox page is where they are read. */
export const outboxProvider = (): MessageProvider => ({
  name: 'outbox',
  deliver: () => Promise.resolve(delivered(null)),
})
