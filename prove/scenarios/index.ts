import type { Scenario } from '../scenario.ts'
import { connectionKilled, databaseKilled, databaseRestarted } from './database.ts'
import { failover } from './failover.ts'
import { gatewayScenarios } from './gateway.ts'
import { connectionsReset, connectionsSlow, connectionsStalled, connectionsTaken } from './network.ts'
import { backupRestored } from './backup.ts'
import { buyersReset, buyersSlow, buyersStalled, requestsHalfSent } from './buyers.ts'
import { clockBack, clockForward } from './clock.ts'
import { openingConnections } from './connections.ts'
import { databaseDiskFull } from './disks.ts'
import { filesUnwritable, objectStoreUnreachable } from './files.ts'
import { ordersLocked, rushArrives } from './load.ts'
import { keyRotated } from './keys.ts'
import { heapFull, littleMemory, machineFull } from './memory.ts'
import { messagesDown } from './messages.ts'
import { phonesSync } from './phones.ts'
import { settlementKilled } from './settlement.ts'
import { soak } from './soak.ts'
import { nextVersion, versionBefore } from './upgrade.ts'
import { primaryKilled, serverKilled, workerKilled, workersReplaced } from './processes.ts'

/** Every scenario, in the order in which it is proved. */
export const SCENARIOS: readonly Scenario[] = [
  rushArrives,
  serverKilled,
  workerKilled,
  openingConnections,
  primaryKilled,
  databaseKilled,
  databaseRestarted,
  connectionKilled,
  failover,
  connectionsReset,
  connectionsStalled,
  connectionsSlow,
  connectionsTaken,
  buyersReset,
  buyersStalled,
  buyersSlow,
  requestsHalfSent,
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
  heapFull,
  machineFull,
  clockForward,
  clockBack,
  phonesSync,
  keyRotated,
  backupRestored,
  soak,
]
