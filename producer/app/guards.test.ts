import { createQueryClient } from '../shared/query.ts'
import { sessionQuery } from '../shared/session.ts'
import { writeGateEnd } from '../shared/gate-end.ts'
import { readStored, storeAccessToken } from '../shared/storage.ts'
import { toasts } from '@kartis/ui/components/toast.ts'
import { isRedirect } from '@tanstack/react-router'
import { createInstance } from 'i18next'
import { setI18n } from 'react-i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { becomeGateDevice, forgetGateDevice, type GateIdentity, recordJoinedLink } from '../shared/gate-device.ts'
import {
  leadToGate,
  passJoined,
  preloadSession,
  requireAccount,
  requireGate,
  requireLogin,
  requireSignup,
  wizardDetour,
} from './guards.ts'

/** Where a guard redirects to; undefined where it lets the visitor pass. */
const redirectOf = async (guard: () => unknown): Promise<unknown> => {
  try {
    await guard()
    return undefined
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown
    return thrown.options.to
  }
}

const contextOf = (user: object | null, invites = 0) => {
  const queries = createQueryClient(createInstance())
  queries.setQueryData(sessionQuery.queryKey, { user, account: null, status: { pending_invites: invites } } as never)
  return { queries }
}
const member = { is_signup_complete: true, accounts: [{ uuid: 'a' }] }

beforeEach(() => {
  localStorage.clear()
  setI18n(createInstance({ lng: 'he', resources: {}, initAsync: false }, () => undefined))
  toasts.write([])
})

describe('requireLogin', () => {
  it('redirects a visitor without a token to the login screen', async () => {
    expect(await redirectOf(requireLogin)).toBe('/login')
    storeAccessToken('token')
    expect(await redirectOf(requireLogin)).toBeUndefined()
  })
})

describe('the link of a phone at the gate', () => {
  const join = async (role: GateIdentity['role'], secret: string) => {
    becomeGateDevice({ uuid: 'device-1', account_uuid: 'account-1', name: 'נועה', role } as GateIdentity, 'gate_token')
    await recordJoinedLink(secret)
  }
  const open = (path: string) => history.replaceState(null, '', path)
  beforeEach(() => open('/gate/join#the-link'))
  afterEach(() => open('/'))

  it('leads the phone that joined by it to its page, without asking the server', async () => {
    await join('scan', 'the-link')
    expect(await redirectOf(passJoined)).toBe('/gate/scan')
    await join('hub', 'the-link')
    expect(await redirectOf(passJoined)).toBe('/gate/hub')
  })

  it('asks a phone to join that has not, has joined by another link, or whose permission is over', async () => {
    expect(await redirectOf(passJoined)).toBeUndefined()
    await join('scan', 'another-link')
    expect(await redirectOf(passJoined)).toBeUndefined()
    await join('scan', 'the-link')
    forgetGateDevice()
    expect(await redirectOf(passJoined)).toBeUndefined()
    expect(readStored('device:gate_link')).toBeUndefined()
  })

  it('a phone that still sends its last scans works no more, and asks nobody', async () => {
    await join('scan', 'the-link')
    expect(await redirectOf(requireGate)).toBeUndefined()
    writeGateEnd({ state: 'waiting', sent: 0, left: 2 })
    expect(await redirectOf(requireGate)).toBe('/gate/ended')
  })

  it('is stored on the phone as a hash only', async () => {
    await join('scan', 'the-link')
    expect(readStored('device:gate_link')).toMatch(/^[0-9a-f]{64}$/u)
  })

  it('the short address of the gate leads to the page of the phone', async () => {
    await join('hub', 'the-link')
    open('/gate')
    expect(await redirectOf(leadToGate)).toBe('/gate/hub')
  })
})

describe('requireAccount', () => {
  it('lets a member of an account pass', async () => {
    expect(await redirectOf(() => requireAccount({ context: contextOf(member), preload: false }))).toBeUndefined()
  })

  it('redirects an unfinished registration to it', async () => {
    const context = contextOf({ is_signup_complete: false, accounts: [] })
    expect(await redirectOf(() => requireAccount({ context, preload: false }))).toBe('/register')
  })

  it('lets a member pass who joined by an invitation and never registered', async () => {
    const context = contextOf({ ...member, is_signup_complete: false })
    expect(await redirectOf(() => requireAccount({ context, preload: false }))).toBeUndefined()
    expect(await redirectOf(() => requireSignup({ context, preload: false }))).toBe('/register')
  })

  it('redirects an invited phone without a registration to its invitation, without a message', async () => {
    const context = contextOf({ is_signup_complete: false, accounts: [] }, 1)
    expect(await redirectOf(() => requireAccount({ context, preload: false }))).toBe('/join')
    expect(toasts.read()).toHaveLength(0)
  })

  it('redirects a user without an account to the welcome screen with a message', async () => {
    const context = contextOf({ ...member, accounts: [] })
    expect(await redirectOf(() => requireAccount({ context, preload: false }))).toBe('/welcome')
    expect(toasts.read()).toHaveLength(1)
  })

  it('shows no message for a link that is only hovered', async () => {
    const context = contextOf({ ...member, accounts: [] })
    expect(await redirectOf(() => requireAccount({ context, preload: true }))).toBe('/welcome')
    expect(toasts.read()).toHaveLength(0)
  })
})

describe('preloadSession', () => {
  it('requests nothing for a visitor', async () => {
    const context = { queries: createQueryClient(createInstance()) }
    await preloadSession({ context })
    expect(context.queries.isFetching()).toBe(0)
    expect(context.queries.getQueryData(sessionQuery.queryKey)).toBeUndefined()
  })
})

const tickets = (step: string) => `/create-event/tickets/${step}`

describe('wizardDetour', () => {
  it('allows one step forward and any number back', () => {
    expect(wizardDetour(tickets('location'), tickets('setup'))).toBeUndefined()
    expect(wizardDetour(tickets('setup'), tickets('description'))).toBeUndefined()
  })

  it('redirects a skip to the step after the previous one', () => {
    expect(wizardDetour(tickets('description'), tickets('location'))).toEqual({ type: 'tickets', step: 'time' })
  })

  it('redirects a direct load of a later step to setup', () => {
    expect(wizardDetour(tickets('forms'), undefined)).toEqual({ type: 'tickets', step: 'setup' })
    expect(wizardDetour(tickets('setup'), undefined)).toBeUndefined()
  })

  it('redirects to setup from another screen and for unknown steps', () => {
    expect(wizardDetour(tickets('time'), '/')).toEqual({ type: 'tickets', step: 'setup' })
    expect(wizardDetour(tickets('nowhere'), tickets('forms'))).toEqual({ type: 'tickets', step: 'setup' })
  })

  it('does not carry progress from one kind of event to the other', () => {
    expect(wizardDetour('/create-event/seats/location', tickets('setup'))).toEqual({ type: 'seats', step: 'setup' })
  })

  it('ignores paths outside the wizard', () => {
    expect(wizardDetour('/events/1/description', undefined)).toBeUndefined()
    expect(wizardDetour('/create-event', undefined)).toBeUndefined()
  })
})
