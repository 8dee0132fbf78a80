import type { ScanMode } from './scan-upload.ts'

/** How a phone and the hub of its event talk. */
export const HUB = {
  /** A claim without an answer for so long is decided by the policy of the event. */
  answerMs: 400,
  /** How often a phone says that it is there, and without an answer for how long the hub counts as gone. */
  pingMs: 2000,
  silentMs: 5000,
  /** For how long a phone waits for what the hub finds. */
  searchMs: 3000,
  /** For how long the device of a lane may take to note an entry of its lane that another one asked for. */
  noteMs: 150,
  /** For how long an entry waits for the phone to say that its guest went in, before the hub sends it all the same. */
  confirmMs: 120_000,
  /** Entries of one message. */
  page: 100,
  /** Phones of one hub. */
  phones: 40,
} as const

/** `none`: this phone has no hub. `linked`: it answers. `silent`: it was there, and does not answer now. */
export type HubLinkState = 'none' | 'linked' | 'silent'

/**
 * How this device decides its next scan. It is measured and never chosen: whoever answers decides, the server before the
 * hub, and a device that neither answers decides alone.
 */
export const gateModeOf = (isOffline: boolean, link: HubLinkState): ScanMode => {
  if (!isOffline) return 'online'
  return link === 'linked' ? 'hub' : 'alone'
}

/** A hub as devices know it. */
export interface KnownHub {
  /** The event's uuid. */
  readonly event: string
  /** From its start to its end. */
  readonly hub: string
  readonly name: string
}

/**
 * What a phone does with the code of a hub: an event has one. A phone that knows of another hub asks for a person's word
 * that that one is gone, because two hubs would let one ticket in twice.
 */
export const pairingVerdict = (
  offer: { readonly event: string; readonly hub: string },
  event: string,
  knownHub: KnownHub | undefined,
): 'pair' | 'other_event' | 'other_hub' => {
  if (!event.toLowerCase().replaceAll('-', '').endsWith(offer.event)) return 'other_event'
  return knownHub?.event !== event || knownHub.hub === offer.hub ? 'pair' : 'other_hub'
}

/** A claim of a phone, from the scan to the answer. */
export type ClaimState =
  | { readonly state: 'open'; readonly sentAt: number }
  /** The hub answered in time: its word counts. */
  | { readonly state: 'answered' }
  /** No answer in time: the phone decided alone, and admitted or not. */
  | { readonly state: 'alone'; readonly entered: boolean | undefined; readonly late: boolean | undefined }

export type ClaimEvent =
  | { readonly type: 'answer'; readonly granted: boolean; readonly at: number }
  | { readonly type: 'timeout' }
  /** The phone has decided alone. */
  | { readonly type: 'decided'; readonly entered: boolean }

export const openClaim = (at: number): ClaimState => ({ state: 'open', sentAt: at })

/** One claim after an event. An answer that comes too late changes nothing at the gate: the guest has gone in, or away. */
export const claimAfter = (claim: ClaimState, event: ClaimEvent): ClaimState => {
  if (claim.state === 'answered') return claim
  if (claim.state === 'open') {
    if (event.type === 'answer' && event.at - claim.sentAt <= HUB.answerMs) return { state: 'answered' }
    const unanswered = { state: 'alone', entered: undefined, late: undefined } as const
    return event.type === 'timeout' ? unanswered : claimAfter(unanswered, event)
  }
  if (event.type === 'answer') return { ...claim, late: event.granted }
  return event.type === 'decided' ? { ...claim, entered: event.entered } : claim
}

/**
 * What the phone owes the hub about a claim: that its guest went in (`kept`), that nobody went in with the entry that the
 * hub has granted (`withdrawn`), or an entry that the hub has refused and that happened (`entered`). Undefined while
 * either side's word is missing, and where both agree that nobody entered.
 */
export const reportOf = (claim: ClaimState, granted: boolean): 'kept' | 'withdrawn' | 'entered' | undefined => {
  if (claim.state === 'answered') return granted ? 'kept' : undefined
  if (claim.state !== 'alone' || claim.entered === undefined || claim.late === undefined) return undefined
  if (claim.late) return claim.entered ? 'kept' : 'withdrawn'
  return claim.entered ? 'entered' : undefined
}

/**
 * Whether the hub may grant an entry by itself to a phone, where the event has lanes: a ticket of its own lane, or of a lane
 * that the hub answers for. A supervisor's override is decided before it is asked. `ask`: the device of the lane has to note the entry first, so
 * that it refuses the ticket once it is alone; `elsewhere`: that device is not here, and may be admitting it now.
 */
export const laneVerdict = (
  lane: number | undefined,
  asking: number | null,
  { linked, hubs }: { readonly linked: readonly number[]; readonly hubs: readonly number[] },
): 'grant' | 'ask' | 'elsewhere' => {
  if (lane === undefined) return 'elsewhere'
  if (lane === asking || hubs.includes(lane)) return 'grant'
  return linked.includes(lane) ? 'ask' : 'elsewhere'
}

/**
 * The lanes that a hub answers for by its own word: those that no phone has had since it started, if somebody said that
 * no other device has them.
 */
export const lanesOfHub = (count: number, seen: ReadonlySet<number>, takesRest: boolean): number[] =>
  takesRest ? Array.from({ length: count }, (_, place) => place + 1).filter((lane) => !seen.has(lane)) : []
