import type { StoredScan } from '../offline/database.ts'

/** Who sends a scan at which event: of what the hub answered it is the hub. */
export type Sender = Pick<StoredScan, 'event' | 'device_id' | 'by'>

export const senderKey = ({ event, device_id, by }: Sender): string => `${by ?? device_id} ${event}`

/** Older ones are of events that are over. */
const MOST = 20

/** The values by `senderKey` with another one of this key, as the newest of the few that are retained. */
export const withNewest = <T>(
  values: Readonly<Record<string, T>>,
  key: string,
  value: T,
): Readonly<Record<string, T>> => {
  const { [key]: _before, ...others } = values
  return { ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [key]: value }
}
