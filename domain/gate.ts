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

/** The gates of an event: those that it lists, and those that the sections of its hall name. */
export interface GatePlan {
  readonly gates: readonly Gate[]
  readonly seatGates: readonly string[]
}

const BY_NUMBER = new Intl.Collator('he', { numeric: true })

/** The gates among which a device chooses its own: those that the event lists, or else those of its hall. */
export const gateChoices = (listed: readonly string[], ofHall: readonly string[] = []): string[] =>
  listed.length > 0 ? [...listed] : [...new Set(ofHall)].sort(BY_NUMBER.compare)

/** Halls say `5` where settings say `שער 5`: what stands before the number is left out. */
const GATE_PREFIX = /^(?:שער|gate|بوابة)\s+/iu

export const isSameGate = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((name) => name.trim().replace(GATE_PREFIX, '').toLowerCase())
  return left === right
}

/** The gate of a seat; undefined where the event lists other gates only: then it has decided who enters where. */
export const gateOfSeat = ({ gates }: GatePlan, seatGate: string | null | undefined): string | undefined => {
  if (!seatGate) return undefined
  return gates.length === 0 ? seatGate : gates.find(({ name }) => isSameGate(name, seatGate))?.name
}

/**
 * Whether a seat enters here. Its gate matters at the gates of the hall; at others that the event lists, such as one for
 * wheelchairs, every seat enters. An event that lists none has those of its hall alone.
 */
export const admitsSeat = (plan: GatePlan, seatGate: string | null | undefined, here: string): boolean => {
  const own = gateOfSeat(plan, seatGate)
  if (own === undefined || isSameGate(own, here)) return true
  return plan.gates.length > 0 && !plan.seatGates.some((gate) => isSameGate(gate, here))
}

/** Names of the gates where a ticket enters: that of its seat, otherwise those of its type. */
export const gatesOfTicket = (plan: GatePlan, typeId: string, seatGate: string | null | undefined): string[] => {
  const own = gateOfSeat(plan, seatGate)
  const gates = gatesOfType(plan.gates, typeId)
  return own !== undefined && (plan.gates.length === 0 || gates.includes(own)) ? [own] : gates
}
