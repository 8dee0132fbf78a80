import type { FromHub, ToHub } from '@kartis/contract/hub-messages.ts'
import { type ClaimEvent, claimAfter, type ClaimState, HUB, openClaim, reportOf } from '@kartis/domain/gate-hub.ts'

/** What a phone hears from the hub about one scan. */
export type HubAnswer = Extract<FromHub, { t: 'granted' | 'taken' }>
type Request = Omit<Extract<ToHub, { t: 'claim' }>, 't'>
/** What the phone decided by itself, as the hub learns it. */
export type OwnAct = Extract<ToHub, { t: 'settle' }>['acts'][number]
type Found = Extract<FromHub, { t: 'found' }>

export interface HubPhoneOptions {
  readonly send: (message: ToHub) => void
  /** Who this phone is, and since when it needs to hear what happened. */
  readonly hello: () => Extract<ToHub, { t: 'hello' }>
  readonly onWelcome: (hub: { readonly hub: string; readonly name: string }) => void
  /** Whether the hub answers. */
  readonly onAnswering: (isAnswering: boolean) => void
  readonly onPassed: (acts: Extract<FromHub, { t: 'passed' }>['acts']) => void
  readonly onUndone: (undone: Extract<FromHub, { t: 'undone' }>) => void
  readonly onTurnedAway: (why: Extract<FromHub, { t: 'turned_away' }>['why']) => void
}

export interface HubPhone {
  /** The hub's answer; undefined where none comes in time, and this phone decides by the policy of the event. */
  readonly claim: (request: Request) => Promise<HubAnswer | undefined>
  /** What this phone decided without an answer to its claim; false where it made none. */
  readonly decided: (act: OwnAct) => boolean
  /** Tells the hub of what happened without it. */
  readonly settle: (acts: readonly OwnAct[]) => void
  readonly search: (q: string) => Promise<Found | undefined>
  readonly receive: (message: FromHub) => void
  /** Asks whether the hub is there; until it has welcomed this phone, says hello once more: the first one may have been lost. */
  readonly ping: () => void
  readonly close: () => void
}

interface Claim {
  state: ClaimState
  /** The late answer of the hub. */
  granted: boolean | undefined
  act: OwnAct | undefined
  readonly answer: (answer: HubAnswer | undefined) => void
}

/** Claims whose late answer is still expected; older ones are settled with the next hello. */
const MAX_OPEN = 200

/** Claims that wait for their answer, or for what came of them. */
const createClaims = (send: HubPhoneOptions['send']) => {
  const claims = new Map<string, Claim>()

  /** Tells the hub what came of a claim, once both sides have decided it. */
  const report = (nonce: string, claim: Claim): void => {
    const what = reportOf(claim.state, claim.granted === true)
    if (what === 'kept' || what === 'withdrawn') send({ t: 'kept', nonce, entered: what === 'kept' })
    if (what === 'entered' && claim.act) send({ t: 'settle', acts: [claim.act] })
    const isOver = claim.granted !== undefined && (claim.state.state === 'answered' || claim.act !== undefined)
    if (isOver) claims.delete(nonce)
  }

  const change = (nonce: string, event: ClaimEvent): Claim | undefined => {
    const claim = claims.get(nonce)
    if (claim) claim.state = claimAfter(claim.state, event)
    return claim
  }

  return {
    open: (nonce: string, answer: Claim['answer']): void => {
      claims.set(nonce, { state: openClaim(performance.now()), granted: undefined, act: undefined, answer })
      for (const oldest of [...claims.keys()].slice(0, -MAX_OPEN)) claims.delete(oldest)
    },
    timedOut: (nonce: string) => change(nonce, { type: 'timeout' }),
    answered: (answer: HubAnswer): void => {
      const granted = answer.t === 'granted'
      const claim = change(answer.nonce, { type: 'answer', granted, at: performance.now() })
      if (!claim) return
      claim.granted = granted
      claim.answer(claim.state.state === 'answered' ? answer : undefined)
      report(answer.nonce, claim)
    },
    decided: (act: OwnAct): boolean => {
      const claim = change(act.nonce, { type: 'decided', entered: act.verdict === 'admitted' })
      if (!claim) return false
      claim.act = act
      report(act.nonce, claim)
      return true
    },
    close: (): void => {
      for (const { answer } of claims.values()) answer(undefined)
    },
  }
}

/** Searches that wait for what the hub finds. */
const createSearches = (send: HubPhoneOptions['send']) => {
  const searches = new Map<number, (found: Found | undefined) => void>()
  let last = 0
  return {
    search: (q: string): Promise<Found | undefined> =>
      new Promise((resolve) => {
        const id = ++last
        const finish = (found: Found | undefined) => {
          clearTimeout(timer)
          searches.delete(id)
          resolve(found)
        }
        const timer = setTimeout(() => finish(undefined), HUB.searchMs)
        searches.set(id, finish)
        send({ t: 'search', id, q })
      }),
    found: (message: Found): void => searches.get(message.id)?.(message),
    close: (): void => {
      for (const finish of searches.values()) finish(undefined)
    },
  }
}

/** The phone's side of the hub, over whatever carries the messages. */
export const createHubPhone = (options: HubPhoneOptions): HubPhone => {
  const { send } = options
  const claims = createClaims(send)
  const searches = createSearches(send)
  let pings = 0
  let answeredAt = performance.now()
  let isWelcome = false
  return {
    claim: (request) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          claims.timedOut(request.nonce)
          options.onAnswering(false)
          resolve(undefined)
        }, HUB.answerMs)
        claims.open(request.nonce, (answer) => {
          clearTimeout(timer)
          resolve(answer)
        })
        send({ t: 'claim', ...request })
      }),
    decided: claims.decided,
    settle: (acts) => {
      for (let place = 0; place < acts.length; place += HUB.page)
        send({ t: 'settle', acts: acts.slice(place, place + HUB.page) })
    },
    search: searches.search,
    receive: (message) => {
      answeredAt = performance.now()
      options.onAnswering(true)
      if (message.t === 'granted' || message.t === 'taken') claims.answered(message)
      else if (message.t === 'welcome') {
        isWelcome = true
        options.onWelcome({ hub: message.hub, name: message.name })
      } else if (message.t === 'turned_away') options.onTurnedAway(message.why)
      else if (message.t === 'passed') {
        options.onPassed(message.acts)
        if (message.id !== null) send({ t: 'noted', id: message.id })
      } else if (message.t === 'undone') options.onUndone(message)
      else if (message.t === 'found') searches.found(message)
    },
    ping: () => {
      if (performance.now() - answeredAt > HUB.silentMs) options.onAnswering(false)
      send(isWelcome ? { t: 'ping', n: ++pings } : options.hello())
    },
    close: () => {
      claims.close()
      searches.close()
    },
  }
}
