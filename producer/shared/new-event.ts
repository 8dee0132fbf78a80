import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { readForTab, readStoredJson, workspace, writeForTab, writeStored } from './storage.ts'

/** The name of the draft that the create wizard stores for an account. */
export const newEventDraft = (account: string | undefined): `create-event-${string}` => `create-event-${account ?? ''}`

export interface BegunEvent {
  /** Empty where it was not typed yet. */
  readonly name: string
  readonly kind: 'tickets' | 'seats'
}

/** The event that was begun on this device and not created yet. */
export const readBegunEvent = (account: string | undefined): BegunEvent | undefined => {
  const stored = readStoredJson(`draft:${newEventDraft(account)}`)
  if (typeof stored !== 'object' || stored === null) return undefined
  const { name, kind }: { name?: unknown; kind?: unknown } = stored
  return { name: typeof name === 'string' ? name.trim() : '', kind: kind === 'seats' ? 'seats' : 'tickets' }
}

export const dropBegunEvent = (account: string | undefined): void =>
  writeStored(`draft:${newEventDraft(account)}`, undefined)

const CREATED = 'draft:created-event'
/** The place in the tab's history where the wizard was entered, and the page that takes it over after the last step. */
const run: { from: number | undefined; landing: string | undefined; isStep: boolean } = {
  from: undefined,
  landing: undefined,
  isStep: false,
}

const placeIn = (history: RouterHistory): number => history.location.state.__TSR_index

/** Called before each navigation: whether it is a step back or forward in the tab's history. */
export const watchSteps = (history: RouterHistory): void => {
  history.subscribe(({ action: { type } }) => {
    run.isStep = type !== 'PUSH' && type !== 'REPLACE'
  })
}

/** Called after each navigation. */
export const recordWizardPlace = (isWizard: boolean, history: RouterHistory): void => {
  const place = placeIn(history)
  run.from = isWizard ? Math.min(run.from ?? place, place) : undefined
}

/** Where the first page of the wizard leads once the last step is done; undefined at any other time. */
export const takeLanding = (): string | undefined => {
  const { landing } = run
  run.landing = undefined
  return landing
}

/**
 * The event that this tab created last: a step back or forward must not open its steps as an empty wizard. Whoever follows a
 * link or types the address begins another event, and its steps are its own.
 */
export const readCreated = (): string | undefined => {
  if (!run.isStep) {
    writeForTab(CREATED, undefined)
    return undefined
  }
  const [account, uuid] = readForTab(CREATED)?.split('/') ?? []
  return account === (workspace() ?? '') ? uuid : undefined
}

/** Leaves the wizard with all its entries in the history: Back leads to the page before it. */
export const useLeaveWizard = () => {
  const { history } = useRouter()
  return (uuid: string, landing: string): void => {
    writeForTab(CREATED, `${workspace() ?? ''}/${uuid}`)
    const back = placeIn(history) - (run.from ?? placeIn(history))
    if (back === 0) return history.replace(landing)
    run.landing = landing
    history.go(-back)
  }
}
