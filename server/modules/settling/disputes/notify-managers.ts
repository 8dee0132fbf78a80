import type { Agorot } from '@kartis/domain/money.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import type { Platform } from '../../../platform/platform.ts'
import { managersOf, messagesToManagers } from '../../people/accounts/index.ts'
import { disputeNotice } from './templates.ts'

interface DisputeNotice {
  readonly kind: 'notified' | 'reminder'
  readonly id: string
  readonly accountId: string
  readonly event: string
  readonly number: string
  readonly amount: Agorot
  readonly deadline: string
  readonly held: boolean
}

/** What every owner and manager of an account hears of a dispute. */
export const managersNotice = async (
  platform: Platform,
  tx: Tx,
  { id, accountId, ...notice }: DisputeNotice,
): Promise<Message[]> => {
  const link = `${platform.settings.publicUrl}/money/disputes/${id}`
  return messagesToManagers(await managersOf(tx, accountId), accountId, disputeNotice({ ...notice, link }))
}
