/**
 * The `data` of each type of domain event. Every module adds its own types in its `domain-events.ts`, so that a typing
 * error in a name, or in what a reader expects, does not compile.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- merged from the modules
export interface DomainEventData {}

export type DomainEventType = keyof DomainEventData

/** A change to be recorded. `data` holds ids, sums and counts, never personal data: the log outlives an erasure. */
export type NewDomainEvent = {
  [T in DomainEventType]: {
    readonly type: T
    readonly at: Date
    readonly accountId?: string | null
    readonly eventId?: string | null
    /** Uuid of what changed. */
    readonly subject: string
    readonly data: DomainEventData[T]
  }
}[DomainEventType]

/** An event as it is read; `type` decides what `data` is. */
export type DomainEvent<T extends DomainEventType = DomainEventType> = {
  [K in T]: {
    readonly id: string
    readonly type: K
    readonly at: Date
    readonly accountId: string | null
    readonly eventId: string | null
    readonly subject: string
    readonly data: DomainEventData[K]
  }
}[T]
