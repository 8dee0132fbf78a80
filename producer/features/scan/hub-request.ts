import { actOf, hubOf, linkedHub } from '../../shared/check-in/hub/hub-link.ts'
import type { HubAnswer } from '../../shared/check-in/hub/phone.ts'
import { database } from '../../shared/offline/database.ts'
import type { Attempt } from './attempt.ts'

/** Asks the hub of the event; undefined without one, or without an answer in time. */
export const requestFromHub = async (
  event: string,
  attempt: Attempt,
  gate: string | null,
): Promise<HubAnswer | undefined> =>
  linkedHub(event)?.claim({
    nonce: attempt.scanUuid,
    text: attempt.text,
    direction: attempt.direction ?? 'entry',
    gate,
    ...(attempt.manual && { manual: attempt.manual }),
    ...(attempt.isOverride === true && { override: true }),
  })

/** Tells the hub what this phone decided without it, if there is one: it may have granted the same ticket by now. */
export const notifyHub = async (event: string, scanUuid: string): Promise<void> => {
  const hub = hubOf(event)
  const scan = hub && (await database.scans.get(scanUuid))
  if (!scan) return
  const act = actOf(scan)
  // A claim that is open is reported with the hub's late answer, anything else at once.
  if (!hub.decided(act)) hub.settle([act])
}
