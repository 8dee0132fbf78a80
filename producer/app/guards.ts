import { enterStep } from '@kartis/domain/wizard.ts'
import { showToast } from '@kartis/ui/components/toast.ts'
import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { getI18n } from 'react-i18next'
import { gateHome, hasJoinedBy } from '../shared/gate-device.ts'
import { readGateEnd } from '../shared/gate-end.ts'
import { isSignedIn, sessionQuery } from '../shared/session.ts'
import { readForTab, REGISTERED, writeForTab } from '../shared/storage.ts'

export interface AppContext {
  readonly queries: QueryClient
}

interface Entering {
  readonly context: AppContext
  /** True when a link is only hovered: nothing was navigated. */
  readonly preload: boolean
}

/** Guard 1: without a stored access token, redirects to the login screen. */
export const requireLogin = (): void => {
  if (!isSignedIn()) throw redirect({ to: '/login' })
}

/** Without the identity of a device at the gate, redirects to the page that says so. */
export const requireGate = (): void => {
  // One that still sends its last scans is signed in, and works no more.
  if (!isSignedIn() || readGateEnd() !== undefined) throw redirect({ to: '/gate/ended' })
}

/** The link of a phone that has joined by it, such as the SMS of the helper, leads on to its page. */
export const passJoined = async (): Promise<void> => {
  const secret = location.hash.slice(1)
  if (isSignedIn() && (await hasJoinedBy(secret))) throw redirect({ to: gateHome(), replace: true })
}

/** The short address of the gate leads a phone that has joined to its page. */
export const leadToGate = (): never => {
  throw redirect({ to: gateHome(), replace: true })
}

/**
 * Guard 2: redirects a user without an account to /welcome with a toast. An unfinished registration is redirected to
 * /register first, or to the invitation that waits for the phone; a member of a team needs no registration.
 */
export const requireAccount = async ({ context, preload }: Entering): Promise<void> => {
  const { user, status } = await context.queries.ensureQueryData(sessionQuery)
  if (user !== null && user.accounts.length > 0) return
  const isInvited = status.pending_invites > 0
  if (user !== null && !user.is_signup_complete) throw redirect({ to: isInvited ? '/join' : '/register' })
  // Whoever has just registered knows that there is no account yet.
  const isNew = readForTab(REGISTERED) !== undefined
  if (!preload) writeForTab(REGISTERED, undefined)
  if (!preload && !isInvited && !isNew) showToast({ state: 'info', text: getI18n().t('shell:toast.no_account') })
  throw redirect({ to: '/welcome' })
}

/** Who opens an account needs a finished registration; members of a team may have none. */
export const requireSignup = async ({ context }: Entering): Promise<void> => {
  const { user } = await context.queries.ensureQueryData(sessionQuery)
  if (user !== null && !user.is_signup_complete) throw redirect({ to: '/register' })
}

/** Loads the session of a signed-in user before the screen: the header shows it. */
export const preloadSession = async ({ context }: { readonly context: AppContext }): Promise<void> => {
  if (isSignedIn()) await context.queries.ensureQueryData(sessionQuery)
}

const WIZARD_PATH = /^\/create-event\/(?<type>[^/]+)\/(?<step>[^/]+)\/?$/u

/** The wizard step of a path, or undefined. */
export const wizardStepOf = (
  path: string | undefined,
): { readonly type: string; readonly step: string } | undefined => {
  const found = WIZARD_PATH.exec(path ?? '')?.groups
  return found?.['type'] !== undefined && found['step'] !== undefined
    ? { type: found['type'], step: found['step'] }
    : undefined
}

/**
 * Guard 3: a later step of the create wizard is entered from the step before it. Skipping ahead leads to the step after
 * the previous one; a direct load, another screen or an unknown step leads to setup. Returns the step to redirect to,
 * if any.
 */
export const wizardDetour = (
  target: string,
  previous: string | undefined,
): { readonly type: string; readonly step: string } | undefined => {
  const requested = wizardStepOf(target)
  if (!requested) return undefined
  const before = wizardStepOf(previous)
  const step = enterStep(requested.step, before?.type === requested.type ? before.step : undefined)
  return step === requested.step ? undefined : { type: requested.type, step }
}
