/** A message as a provider gets it. */
export interface OutgoingMessage {
  /** Uuid of the message, the same on every attempt, so that a provider can detect repeats. */
  readonly id: string
  /** E.164, or an e-mail address. */
  readonly to: string
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Uint8Array }[]
}

/** `retry` is false when no repeat can succeed (unknown number, refused content). `error` never contains the message's text. */
export type Delivery =
  | { readonly ok: true; readonly ref: string | null }
  | { readonly ok: false; readonly retry: boolean; readonly error: string }

/** Sends the messages of one channel. `deliver` returns expected failures; it does not throw them. */
export interface MessageProvider {
  readonly name: string
  deliver(outgoing: OutgoingMessage): Promise<Delivery>
  close?(): Promise<void>
}

export const delivered = (ref: string | number | null | undefined): Delivery => ({
  ok: true,
  ref: ref === null || ref === undefined || ref === '' ? null : String(ref),
})
export const retryLater = (error: string): Delivery => ({ ok: false, retry: true, error: error.slice(0, 500) })
export const permanentFailure = (error: string): Delivery => ({ ok: false, retry: false, error: error.slice(0, 500) })

/** Leaves messages in the database, where the outbox page shows them. */
export const outboxProvider = (): MessageProvider => ({
  name: 'outbox',
  deliver: () => Promise.resolve(delivered(null)),
})
