import { readStoredJson, writeStored } from '../../shared/storage.ts'

/** A phone that was connected to the hub. */
export interface LostPhone {
  readonly device: string
  readonly name: string
}

const NAME = 'device:hub_phones'

interface Stored {
  readonly event: string
  readonly phones: readonly LostPhone[]
}

/** The phones that were connected when the hub's page was last open for this event. */
export const readHubPhones = (event: string): readonly LostPhone[] => {
  const stored = readStoredJson(NAME) as Stored | null | undefined
  return stored?.event === event ? stored.phones : []
}

/** Stores who is connected, for a page that is loaded again: a browser connects to no phone by itself. */
export const storeHubPhones = (event: string, phones: readonly LostPhone[]): void => {
  const stored: Stored = { event, phones: phones.map(({ device, name }) => ({ device, name })) }
  writeStored(NAME, phones.length === 0 ? undefined : JSON.stringify(stored))
}
