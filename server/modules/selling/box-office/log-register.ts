import type { SecurityAct } from '@kartis/domain/security-log.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { logSecurity } from '../../people/security-log/index.ts'

/** Who changes the registers of an account. */
export interface RegisterActor {
  readonly accountId: string
  readonly userId: string
  readonly network: string
  readonly now: Date
}

/** Records a change of a register, which sells in the account's name. */
export const logRegister = (
  platform: Platform,
  tx: Tx,
  act: Extract<SecurityAct, `terminal.${string}`>,
  id: string,
  { accountId, userId, network, now }: RegisterActor,
): Promise<void> => logSecurity(platform, tx, { act, userId, network, accountId, target: id, now })
