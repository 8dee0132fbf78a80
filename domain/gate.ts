/** From when to when entries are admitted; an end that is missing is open. */
export interface EntryWindow {
  readonly opensAt?: Date | null
  readonly closesAt?: Date | null
}

/** A gate of an event, and the ticket types that enter at it; without any, all of them do. */
export interface Gate {
  readonly name: string
  readonly typeIds: readonly string[]
  /** The lanes that are at it, where the event has some. */
  readonly lanes?: readonly number[]
  /** When it is open, within the hours of the event. */
  readonly hours?: EntryWindow
}

/** Whether a ticket type enters at the gate. */
export const admits = ({ typeIds }: Gate, typeId: string): boolean => typeIds.length === 0 || typeIds.includes(typeId)

/** Names of the gates where a ticket type enters. */
export const gatesOfType = (gates: readonly Gate[], typeId: string): string[] =>
  gates.filter((gate) => admits(gate, typeId)).map(({ name }) => name)
