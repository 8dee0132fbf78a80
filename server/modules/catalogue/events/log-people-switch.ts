import type { EventSettings } from '@kartis/contract/events.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { logSecurity } from '../../people/security-log/index.ts'
import type { EventRow } from './events-queries.ts'

/** Who changes an event. */
export interface Changer {
  readonly userId: string
  readonly network: string
}

/** Records who let devices at the gate have the names of guests, or ended it. */
export const logPeopleSwitch = async (
  platform: Pick<Platform, 'keys' | 'newId'>,
  tx: Tx,
  { id, account_id, settings }: EventRow,
  next: EventSettings | undefined,
  { userId, network, now }: Changer & { readonly now: Date },
): Promise<void> => {
  const [before, after] = [settings.people_offline === true, next?.people_offline === true]
  if (!next || before === after) return
  await logSecurity(platform, tx, {
    act: after ? 'gate_device.people_on' : 'gate_device.people_off',
    userId,
    network,
    accountId: account_id,
    target: id,
    detail: { event: id },
    now,
  })
}
