/** A idempotencyKey request: `scope` is the endpoint and the caller, `bodyHash` tells whether it is the same request again. */
export interface IdempotencyKey {
  readonly scope: string
  readonly key: string
  readonly bodyHash: string
}
