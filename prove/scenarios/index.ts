import type { Scenario } from '../scenario.ts'
import { databaseKilled, databaseRestarted } from './database.ts'
import { failover } from './failover.ts'
import { gatewayScenarios } from './gateway.ts'
import { connectionsReset, connectionsSlow, connectionsStalled, connectionsTaken } from './network.ts'
import { backupRestored } from './backup.ts'
import { clockBack, clockForward } from './clock.ts'
import { databaseDiskFull } from './disks.ts'
import { filesUnwritable, objectStoreUnreachable } from './files.ts'
import { ordersLocked, rushArrives } from './load.ts'
import { keyRotated } from './keys.ts'
import { messagesDown } from './messages.ts'
import { phonesSync } from './phones.ts'
import { settlementKilled } from './settlement.ts'
import { soak } from './soak.ts'
import { nextVersion, versionBefore } from './upgrade.ts'
import { littleMemory, serverKilled, workerKilled, workersReplaced } from './processes.ts'

/** Every scenario, in the order in which it is proved. */
export const SCENARIOS: readonly Scenario[] = [
  rushArrives,
  serverKilled,
  workerKilled,
  databaseKilled,
  databaseRestarted,
  failover,
  connectionsReset,
  connectionsStalled,
  connectionsSlow,
  connectionsTaken,
  ordersLocked,
  ...gatewayScenarios,
  messagesDown,
  settlementKilled,
  databaseDiskFull,
  filesUnwritable,
  objectStoreUnreachable,
  workersReplaced,
  nextVersion,
  versionBefore,
  littleMemory,
  clockForward,
  clockBack,
  phonesSync,
  keyRotated,
  backupRestored,
  soak,
]
