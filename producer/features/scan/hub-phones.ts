import type { HubFigures } from '../../shared/check-in/hub/core.ts'
import { readStoredJson, writeStored } from '../../shared/storage.ts'

/** A phone that was connected to the hub. */
export interface LostPhone {
  readonly device: string
  readonly name: string
}

const NAME = 'device:hub_phones'

/** What the page of a hub shows again once it is loaded anew. */
interface HubMemory extends HubFigures {
  /** Phones that were connected: a browser connects to none by itself. */
  readonly phones: readonly LostPhone[]
  /** Somebody said that no device out of its sight has a lane. */
  readonly takesRest: boolean
}

const NOTHING: HubMemory = { phones: [], granted: {}, doubles: 0, takesRest: false }

/** What was stored when the hub's page was last open for this event. */
export const readHubMemory = (event: string): HubMemory => {
  const stored = readStoredJson(NAME) as (Partial<HubMemory> & { readonly event: string }) | null | undefined
  return stored?.event === event ? { ...NOTHING, ...stored } : NOTHING
}

/** Stores who is connected and what the hub has done. */
export const storeHubMemory = (event: string, { phones, granted, doubles, takesRest }: HubMemory): void =>
  writeStored(
    NAME,
    JSON.stringify({
      event,
      phones: phones.map(({ device, name }) => ({ device, name })),
      granted,
      doubles,
      takesRest,
    }),
  )

/** The next start is another hub. */
export const forgetHubMemory = (): void => writeStored(NAME, undefined)
